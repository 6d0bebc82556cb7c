// What a user of the client by OpenAPI Generator does.
package main

import (
	"bytes"
	"context"
	"errors"
	"log"
	"os"

	colophon "example.org/colophon/client"
)

func main() {
	log.SetFlags(log.Lshortfile)
	configuration := colophon.NewConfiguration()
	configuration.Servers = colophon.ServerConfigurations{{URL: os.Getenv("SERVICE_URL")}}
	client := colophon.NewAPIClient(configuration)

	credentials := colophon.NewSignInBody()
	credentials.SetUsername(os.Getenv("SERVICE_USERNAME"))
	credentials.SetPassword(os.Getenv("SERVICE_PASSWORD"))
	session, _, err := client.AuthAPI.SignIn(context.Background()).SignInBody(*credentials).Execute()
	must(err)
	ctx := context.WithValue(context.Background(), colophon.ContextAccessToken, session.Meta.Jwt)

	found, _, err := client.CountriesAPI.ListCountries(ctx).FilterIsoCode("C001").Include("sources").Execute()
	must(err)
	check(len(found.Data) == 1 && found.Data[0].Attributes.GetIsoCode() == "C001", found)
	document := ""
	for _, one := range found.Included {
		if one.DocumentsResource != nil {
			document = one.DocumentsResource.Id
		}
	}
	check(document != "" && len(found.Included) == 2, found.Included)

	attributes := colophon.NewCountriesCreateAttributes("GO")
	attributes.SetPopulation(7)
	data := colophon.NewCountriesCreateData("countries", *attributes)
	created, _, err := client.CountriesAPI.CreateCountry(ctx).CountriesCreateBody(*colophon.NewCountriesCreateBody(*data)).Execute()
	must(err)
	check(created.Data.Attributes.GetPopulation() == 7, created)

	links := []colophon.SourcesLinkInput{*colophon.NewSourcesLinkInput(document, "documents")}
	_, _, err = client.CountriesAPI.AddCountrySources(ctx, created.Data.Id).SourcesLinksBody(*colophon.NewSourcesLinksBody(links)).Execute()
	must(err)

	sent := make([]byte, 256)
	for value := range sent {
		sent[value] = byte(value)
	}
	name := "bytes.bin"
	must(os.WriteFile(name, sent, 0o600))
	file, err := os.Open(name)
	must(err)
	uploaded, _, err := client.StreamsAPI.UploadStream(ctx, name).Body(file).Execute()
	must(err)
	back, _, err := client.DownloadsAPI.DownloadStream(ctx, uploaded.Data.Id).Execute()
	must(err)
	received, err := os.ReadFile(back.Name())
	must(err)
	check(bytes.Equal(received, sent), len(received))

	_, _, err = client.CountriesAPI.GetCountry(ctx, "no-such-country").Execute()
	var failure *colophon.GenericOpenAPIError
	check(errors.As(err, &failure), err)
	answer, ok := failure.Model().(colophon.ErrorResponse)
	check(ok && answer.Error.Code == "not_found", failure)
}

func must(err error) {
	var failure *colophon.GenericOpenAPIError
	if errors.As(err, &failure) {
		log.Fatalf("%v %s", err, failure.Body())
	}
	if err != nil {
		log.Fatal(err)
	}
}

func check(isRight bool, seen any) {
	if !isRight {
		log.Output(2, "not as expected")
		log.Fatalf("%+v", seen)
	}
}
