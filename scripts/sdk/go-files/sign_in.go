package colophon

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
)

// SecondFactorRequired is the error of a sign-in whose password is right, and which needs a code: FinishSignIn takes its challenge
// for five minutes. Refusal gives the *Error in it.
type SecondFactorRequired struct {
	Challenge string
	refusal   *Error
}

func (e *SecondFactorRequired) Error() string { return e.refusal.Error() }

// Unwrap gives the *Error.
func (e *SecondFactorRequired) Unwrap() error { return e.refusal }

// SignIn sends the access token with all later requests, and renews it when it has expired. Its error is an *Error, such as of
// code login_failed, or *SecondFactorRequired for users with a second factor.
func (c *Client) SignIn(ctx context.Context, username, password string) error {
	return c.session.begin(ctx, map[string]string{"username": username, "password": password})
}

// SignInWithCode is SignIn for users who may have a second factor: the function gives a code of the authenticator, and is called
// when one is needed.
func (c *Client) SignInWithCode(ctx context.Context, username, password string, code func(context.Context) (string, error)) error {
	err := c.SignIn(ctx, username, password)
	var required *SecondFactorRequired
	if !errors.As(err, &required) {
		return err
	}
	given, err := code(ctx)
	if err != nil {
		return err
	}
	return c.FinishSignIn(ctx, required.Challenge, given)
}

// FinishSignIn is the second step, with a code of the authenticator.
func (c *Client) FinishSignIn(ctx context.Context, challenge, code string) error {
	return c.session.begin(ctx, map[string]string{"grant_type": "second_factor", "challenge": challenge, "code": code})
}

// FinishSignInByRecoveryCode is the second step without the authenticator. Each recovery code works once.
func (c *Client) FinishSignInByRecoveryCode(ctx context.Context, challenge, recoveryCode string) error {
	return c.session.begin(ctx, map[string]string{"grant_type": "second_factor", "challenge": challenge, "recovery_code": recoveryCode})
}

// SignInApplication signs in without a user: with the API key of an application, and its secret, empty if it has none. They are
// kept, to sign in again when the session has ended.
func (c *Client) SignInApplication(ctx context.Context, clientID, clientSecret string) error {
	grant := map[string]string{"grant_type": "client_credentials", "client_id": clientID}
	if clientSecret != "" {
		grant["client_secret"] = clientSecret
	}
	return c.session.begin(ctx, grant)
}

func (s *session) begin(ctx context.Context, grant map[string]string) error {
	if err := s.obtain(ctx, grant); err != nil {
		return err
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.application = nil
	if grant["client_id"] != "" {
		s.application = grant
	}
	return nil
}

// Concurrent requests wait for the same renewal.
func (s *session) renew(ctx context.Context, expired string) bool {
	s.renewal.Lock()
	defer s.renewal.Unlock()
	s.mutex.Lock()
	access, refresh, application := s.access, s.refresh, s.application
	s.mutex.Unlock()
	if access != expired {
		return true
	}
	// Of an application too: signing in makes a session, of which it has twenty.
	err := s.obtain(ctx, map[string]string{"grant_type": "refresh_token", "refresh_token": refresh})
	if refused := Refusal(err); refused != nil && application != nil &&
		(refused.Status() == http.StatusBadRequest || refused.Status() == http.StatusUnauthorized) {
		err = s.obtain(ctx, application)
	}
	return err == nil
}

// The error of a refused sign-in.
func refusedSignIn(status string, body []byte) error {
	refused := &Error{body: body, error: status}
	if refused.Code() != "second_factor_required" {
		return refused
	}
	var answer struct {
		Error struct{ Meta struct{ Challenge string } }
	}
	_ = json.Unmarshal(body, &answer)
	return &SecondFactorRequired{answer.Error.Meta.Challenge, refused}
}
