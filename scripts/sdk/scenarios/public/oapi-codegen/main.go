// What a user of the client by oapi-codegen does.
package main

import (
	"bytes"
	"context"
	"log"
	"net/http"
	"os"

	"example.org/colophon/client/colophon"
)

func main() {
	log.SetFlags(log.Lshortfile)
	ctx := context.Background()
	token := ""
	client, err := colophon.NewClientWithResponses(os.Getenv("SERVICE_URL"), colophon.WithRequestEditorFn(
		func(_ context.Context, request *http.Request) error {
			if token != "" {
				request.Header.Set("Authorization", "Bearer "+token)
			}
			return nil
		}))
	must(err)
	username, password := os.Getenv("SERVICE_USERNAME"), os.Getenv("SERVICE_PASSWORD")
	session, err := client.SignInWithResponse(ctx, nil, colophon.SignInBody{Username: &username, Password: &password})
	must(err)
	token = session.ApplicationvndApiJSON200.Meta.Jwt

	code, include := "C001", "sources"
	found, err := client.ListCountriesWithResponse(ctx, &colophon.ListCountriesParams{FilterIsoCode: &code, Include: &include})
	must(err)
	page := found.ApplicationvndApiJSON200
	check(page != nil && len(page.Data) == 1 && len(*page.Included) == 2, string(found.Body))
	document := ""
	for _, one := range *page.Included {
		value, err := one.ValueByDiscriminator()
		must(err)
		if resource, ok := value.(colophon.DocumentsResource); ok {
			document = resource.Id
		}
	}
	check(document != "", page)

	population := 7
	created, err := client.CreateCountryWithApplicationVndAPIPlusJSONBodyWithResponse(ctx, nil, colophon.CountriesCreateBody{
		Data: colophon.CountriesCreateData{
			Type:       "countries",
			Attributes: colophon.CountriesCreateAttributes{IsoCode: "OA", Population: &population},
		},
	})
	must(err)
	country := created.ApplicationvndApiJSON201
	check(country != nil && *country.Data.Attributes.Population == 7, string(created.Body))

	linked, err := client.AddCountrySourcesWithApplicationVndAPIPlusJSONBodyWithResponse(ctx, country.Data.Id, nil,
		colophon.SourcesLinksBody{Data: []colophon.SourcesLinkInput{{Type: "documents", Id: document}}})
	must(err)
	check(linked.StatusCode() == http.StatusOK, string(linked.Body))

	sent := make([]byte, 256)
	for value := range sent {
		sent[value] = byte(value)
	}
	uploaded, err := client.UploadStreamWithBodyWithResponse(ctx, "bytes.bin", nil, "application/octet-stream", bytes.NewReader(sent))
	must(err)
	check(uploaded.ApplicationvndApiJSON201 != nil, string(uploaded.Body))
	back, err := client.DownloadStreamWithResponse(ctx, uploaded.ApplicationvndApiJSON201.Data.Id.String(), nil)
	must(err)
	check(bytes.Equal(back.Body, sent), len(back.Body))

	absent, err := client.GetCountryWithResponse(ctx, "no-such-country", nil)
	must(err)
	refusal := absent.ApplicationvndApiJSONDefault
	check(refusal != nil && refusal.Error.Code == "not_found", string(absent.Body))
}

func must(err error) {
	if err != nil {
		log.Output(2, err.Error())
		os.Exit(1)
	}
}

func check(isRight bool, seen any) {
	if !isRight {
		log.Output(2, "not as expected")
		log.Fatalf("%+v", seen)
	}
}
