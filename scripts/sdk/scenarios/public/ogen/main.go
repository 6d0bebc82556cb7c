// What a user of the client by ogen does.
package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log"
	"os"

	"example.org/colophon/client/colophon"
	"github.com/ogen-go/ogen/ogenerrors"
)

type security struct{ token string }

func (security) ApiKey(context.Context, colophon.OperationName) (colophon.ApiKey, error) {
	return colophon.ApiKey{}, ogenerrors.ErrSkipClientSecurity
}

func (given *security) Bearer(context.Context, colophon.OperationName) (colophon.Bearer, error) {
	if given.token == "" {
		return colophon.Bearer{}, ogenerrors.ErrSkipClientSecurity
	}
	return colophon.Bearer{Token: given.token}, nil
}

func main() {
	log.SetFlags(log.Lshortfile)
	ctx := context.Background()
	given := &security{}
	client, err := colophon.NewClient(os.Getenv("SERVICE_URL"), given)
	must(err)
	session, err := client.SignIn(ctx, &colophon.SignInBody{
		Username: colophon.NewOptString(os.Getenv("SERVICE_USERNAME")),
		Password: colophon.NewOptString(os.Getenv("SERVICE_PASSWORD")),
	}, colophon.SignInParams{})
	must(err)
	given.token = session.Response.Meta.Jwt

	list, err := client.ListCountries(ctx, colophon.ListCountriesParams{
		FilterIsoCode: colophon.NewOptString("C001"),
		Include:       colophon.NewOptString("sources"),
	})
	must(err)
	found, ok := list.(interface{ GetResponse() colophon.CountriesListResponse })
	check(ok, list)
	page := found.GetResponse()
	check(len(page.Data) == 1 && len(page.Included) == 2, page)
	var document colophon.ResourceId
	for _, one := range page.Included {
		if resource, ok := one.GetDocumentsResource(); ok {
			document = resource.ID
		}
	}
	check(document != "", page)

	created, err := client.CreateCountry(ctx, &colophon.CountriesCreateBody{Data: colophon.CountriesCreateData{
		Type:       colophon.CountriesCreateDataTypeCountries,
		Attributes: colophon.CountriesCreateAttributes{IsoCode: "OG", Population: colophon.NewOptNilInt(7)},
	}}, colophon.CreateCountryParams{})
	must(err)
	check(created.Response.Data.Attributes.Population.Value == 7, created)

	_, err = client.AddCountrySources(ctx, &colophon.SourcesLinksBody{Data: []colophon.SourcesLinkInput{
		{Type: colophon.SourcesLinkInputTypeDocuments, ID: colophon.LinkedId(document)},
	}}, colophon.AddCountrySourcesParams{ObjectID: string(created.Response.Data.ID)})
	must(err)

	sent := make([]byte, 256)
	for value := range sent {
		sent[value] = byte(value)
	}
	uploaded, err := client.UploadStream(ctx, colophon.UploadStreamReq{Data: bytes.NewReader(sent)},
		colophon.UploadStreamParams{FileName: "bytes.bin"})
	must(err)
	download, err := client.DownloadStream(ctx, colophon.DownloadStreamParams{StreamID: uploaded.Response.Data.ID.String()})
	must(err)
	file, ok := download.(*colophon.FileHeaders)
	check(ok, download)
	back, err := io.ReadAll(file.Response)
	must(err)
	check(bytes.Equal(back, sent), len(back))

	_, err = client.GetCountry(ctx, colophon.GetCountryParams{ObjectID: "no-such-country"})
	var refusal *colophon.ErrorStatusCode
	check(errors.As(err, &refusal) && refusal.Response.Error.Code == "not_found", err)
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
