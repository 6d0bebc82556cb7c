package main

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha1"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"colophon"
)

// The code of the present step may have enrolled the authenticator, and each works once: this is that of the next one.
func nextCode(context.Context) (string, error) {
	secret, err := hex.DecodeString(os.Getenv("COLOPHON_FACTOR_SECRET"))
	mac := hmac.New(sha1.New, secret)
	binary.Write(mac, binary.BigEndian, time.Now().Unix()/30+1)
	digest := mac.Sum(nil)
	number := binary.BigEndian.Uint32(digest[digest[19]&15:]) & 0x7fffffff
	return fmt.Sprintf("%06d", number%1_000_000), err
}

func secondFactor(ctx context.Context) {
	name, password := os.Getenv("COLOPHON_CAREFUL_USERNAME"), os.Getenv("COLOPHON_PASSWORD")
	client := colophon.Connect(os.Getenv("COLOPHON_URL"), colophon.Options{})
	isSignedIn := func() bool {
		user, _, err := client.AuthAPI.GetAuthUser(ctx).Execute()
		return err == nil && user.Data.Attributes.GetUsername() == name
	}
	err := client.SignIn(ctx, name, password)
	var required *colophon.SecondFactorRequired
	check(errors.As(err, &required) && required.Challenge != "", err)
	check(colophon.Refusal(err).Status() == 401 && strings.HasPrefix(err.Error(), "401 second_factor_required: "), err)
	wrong := client.FinishSignIn(ctx, required.Challenge, "wrong")
	check(colophon.Refusal(wrong).Code() == "login_failed" && !errors.As(wrong, new(*colophon.SecondFactorRequired)), wrong)
	check(!isSignedIn())
	must(client.FinishSignInByRecoveryCode(ctx, required.Challenge, os.Getenv("COLOPHON_RECOVERY_CODE")))
	check(isSignedIn())

	client = colophon.Connect(os.Getenv("COLOPHON_URL"), colophon.Options{})
	unknown := errors.New("nobody knows a code")
	unasked := func(context.Context) (string, error) { return "", unknown }
	check(errors.Is(client.SignInWithCode(ctx, name, password, unasked), unknown))
	must(client.SignInWithCode(ctx, os.Getenv("COLOPHON_USERNAME"), password, unasked))
	must(client.SignInWithCode(ctx, name, password, nextCode))
	check(isSignedIn())
}

// Ending is the transport of sessions that end: the first request is refused, and renewals are if it says so.
type ending struct {
	grants  []string
	isEnded bool
	refuses bool
}

func (e *ending) RoundTrip(request *http.Request) (*http.Response, error) {
	refusal := &http.Response{StatusCode: 401, Status: "401 Unauthorized", Header: http.Header{}, Body: http.NoBody, Request: request}
	if request.URL.Path != "/auth" {
		if !e.isEnded {
			e.isEnded = true
			return refusal, nil
		}
		return http.DefaultTransport.RoundTrip(request)
	}
	body, err := io.ReadAll(request.Body)
	must(err)
	var grant struct {
		Type string `json:"grant_type"`
	}
	must(json.Unmarshal(body, &grant))
	e.grants = append(e.grants, grant.Type)
	if grant.Type == "refresh_token" && e.refuses {
		return refusal, nil
	}
	request.Body = io.NopCloser(bytes.NewReader(body))
	return http.DefaultTransport.RoundTrip(request)
}

func application(ctx context.Context) {
	id, secret := os.Getenv("COLOPHON_CLIENT_ID"), os.Getenv("COLOPHON_CLIENT_SECRET")
	again := func(refuses bool) []string {
		transport := &ending{refuses: refuses}
		client := colophon.Connect(os.Getenv("COLOPHON_URL"), colophon.Options{Transport: transport})
		must(client.SignInApplication(ctx, id, secret))
		page, _, err := client.CountriesAPI.ListCountries(ctx).FilterContinent("Atlantis").Execute()
		must(err)
		check(len(page.Data) == 20, len(page.Data))
		return transport.grants
	}
	seen := again(false)
	check(slices.Equal(seen, []string{"client_credentials", "refresh_token"}), seen)
	seen = again(true)
	check(slices.Equal(seen, []string{"client_credentials", "refresh_token", "client_credentials"}), seen)
	client := colophon.Connect(os.Getenv("COLOPHON_URL"), colophon.Options{})
	err := client.SignInApplication(ctx, id, "no-secret-of-it")
	check(colophon.Refusal(err).Code() == "login_failed", err)
}
