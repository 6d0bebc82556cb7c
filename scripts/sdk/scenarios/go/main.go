// What a user of the Go client does, against a service with the type countries.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log"
	"net/url"
	"os"
	"path/filepath"

	"colophon"
)

func main() {
	log.SetFlags(log.Lshortfile)
	ctx := context.Background()
	configuration := colophon.NewConfiguration()
	configuration.Servers = colophon.ServerConfigurations{{URL: os.Getenv("COLOPHON_URL")}}
	client := colophon.NewAPIClient(configuration)

	ctx = signIn(ctx, client)
	create(ctx, client)
	list(ctx, client)
	pageThrough(ctx, client)
	upload(ctx, client)
	handleErrors(ctx, client)
	fmt.Println("done")
}

func signIn(ctx context.Context, client *colophon.APIClient) context.Context {
	body := colophon.NewSignInBody()
	body.SetUsername(os.Getenv("COLOPHON_USERNAME"))
	body.SetPassword(os.Getenv("COLOPHON_PASSWORD"))
	session, _, err := client.AuthAPI.SignIn(ctx).SignInBody(*body).Execute()
	must(err)
	return context.WithValue(ctx, colophon.ContextAccessToken, session.Meta.Jwt)
}

func newCountry(code string) colophon.CountriesCreateBody {
	attributes := colophon.NewCountriesCreateAttributes(code)
	attributes.SetContinent("Go")
	data := colophon.NewCountriesCreateDataWithDefaults()
	data.SetAttributes(*attributes)
	return *colophon.NewCountriesCreateBody(*data)
}

func create(ctx context.Context, client *colophon.APIClient) {
	body := newCountry("GO")
	body.Data.Attributes.SetTitle("Gopherland")
	body.Data.Attributes.SetPopulation(8_100_000_000)
	body.Data.Attributes.SetArea(0.1)
	country, _, err := client.CountriesAPI.CreateCountry(ctx).CountriesCreateBody(body).Execute()
	must(err)
	var attributes colophon.CountriesAttributes = country.Data.Attributes
	check(attributes.GetIsoCode() == "GO" && attributes.GetPopulation() == 8_100_000_000, attributes)
	check(attributes.GetArea() == 0.1, attributes)

	data := colophon.NewDocumentsCreateDataWithDefaults()
	data.SetAttributes(*colophon.NewDocumentsCreateAttributes())
	data.Attributes.SetTitle("From Go")
	document, _, err := client.DocumentsAPI.CreateDocument(ctx).
		DocumentsCreateBody(*colophon.NewDocumentsCreateBody(*data)).Execute()
	must(err)
	check(document.Data.Attributes.GetTitle() == "From Go", document)
}

func list(ctx context.Context, client *colophon.APIClient) {
	found, _, err := client.CountriesAPI.ListCountries(ctx).FilterIsoCode("C001").Include("sources").Execute()
	must(err)
	check(len(found.Data) == 1 && found.Data[0].Attributes.GetIsoCode() == "C001", found)
	titles := map[string]string{}
	for _, related := range found.Included {
		if related.DocumentsResource != nil {
			titles["document"] = related.DocumentsResource.Attributes.GetTitle()
		} else if related.ImagesResource != nil {
			titles["image"] = related.ImagesResource.Attributes.GetTitle()
		}
	}
	check(titles["document"] == "Source of country 1" && titles["image"] == "Map of country 1", titles)

	large, _, err := client.CountriesAPI.ListCountries(ctx).FilterContinent("Atlantis").FilterPopulationGte(44_000).Execute()
	must(err)
	check(len(large.Data) == 2, large)

	mixed, _, err := client.ObjectsAPI.ListObjects(ctx).FilterType("countries,documents").PageSize(100).Execute()
	must(err)
	countries, documents := 0, 0
	for _, one := range mixed.Data {
		if one.CountriesResource != nil && one.CountriesResource.Attributes.GetIsoCode() != "" {
			countries++
		} else if one.DocumentsResource != nil {
			documents++
		}
	}
	check(countries >= 45 && documents >= 2 && countries+documents == len(mixed.Data), countries, documents)
}

func pageThrough(ctx context.Context, client *colophon.APIClient) {
	codes := []string{}
	page, cursor := 1, ""
	for ; ; page++ {
		answer, _, err := client.CountriesAPI.ListCountries(ctx).
			FilterContinent("Atlantis").Sort("iso_code").PageAfter(cursor).Execute()
		must(err)
		for _, country := range answer.Data {
			codes = append(codes, country.Attributes.GetIsoCode())
		}
		next := answer.Links.Next.Get()
		if next == nil {
			break
		}
		link, err := url.Parse(*next)
		must(err)
		cursor = link.Query().Get("page[after]")
	}
	check(page == 3 && len(codes) == 45 && codes[0] == "C001" && codes[44] == "C045", page, codes)
}

func upload(ctx context.Context, client *colophon.APIClient) {
	name := filepath.Join(os.TempDir(), fmt.Sprintf("colophon-%d.txt", os.Getpid()))
	must(os.WriteFile(name, []byte("Hello from Go\n"), 0o600))
	defer os.Remove(name)
	file, err := os.Open(name)
	must(err)
	uploaded, _, err := client.FilesAPI.UploadFile(ctx, "go.txt").Body(file).Execute()
	must(err)
	check(uploaded.Data.Attributes.GetTitle() == "go.txt", uploaded)

	sent := make([]byte, 256)
	for value := range sent {
		sent[value] = byte(value)
	}
	must(os.WriteFile(name, sent, 0o600))
	file, err = os.Open(name)
	must(err)
	stored, _, err := client.StreamsAPI.UploadStream(ctx, "bytes.bin").Body(file).Execute()
	must(err)
	back, _, err := client.DownloadsAPI.DownloadStream(ctx, stored.Data.Id).Execute()
	must(err)
	defer os.Remove(back.Name())
	received, err := os.ReadFile(back.Name())
	must(err)
	check(bytes.Equal(received, sent), len(received))
}

func handleErrors(ctx context.Context, client *colophon.APIClient) {
	_, response, err := client.CountriesAPI.GetCountry(ctx, "no-such-country").Execute()
	absent := refusal(err)
	check(response.StatusCode == 404 && absent.Error.Code == "not_found", absent)

	body := newCountry("GP")
	body.Data.Attributes.SetUname("12345")
	_, response, err = client.CountriesAPI.CreateCountry(ctx).CountriesCreateBody(body).Execute()
	fault := refusal(err).Errors[0]
	check(response.StatusCode == 400 && fault.Code == "invalid_data", fault)
	check(fault.Source.GetPointer() == "/data/attributes/uname", fault)
}

// What the service says when it refuses.
func refusal(err error) colophon.ErrorResponse {
	var failure *colophon.GenericOpenAPIError
	check(errors.As(err, &failure), err)
	answer, ok := failure.Model().(colophon.ErrorResponse)
	check(ok, failure)
	return answer
}

func must(err error) {
	var failure *colophon.GenericOpenAPIError
	if errors.As(err, &failure) {
		log.Output(2, fmt.Sprintf("%v %s", err, failure.Body()))
		os.Exit(1)
	}
	check(err == nil, err)
}

func check(isRight bool, seen ...any) {
	if !isRight {
		log.Output(2, fmt.Sprintf("not as expected: %+v", seen))
		os.Exit(1)
	}
}
