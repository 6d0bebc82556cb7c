// What a user of the Go client does, against a service with the type countries.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"colophon"
)

func main() {
	log.SetFlags(log.Lshortfile)
	ctx := context.Background()
	client := colophon.Connect(os.Getenv("COLOPHON_URL"), colophon.Options{})
	must(client.SignIn(ctx, os.Getenv("COLOPHON_USERNAME"), os.Getenv("COLOPHON_PASSWORD")))
	create(ctx, client)
	list(ctx, client)
	pageThrough(ctx, client)
	upload(ctx, client)
	readAgain(ctx, client)
	handleErrors(ctx, client)
	repeat(ctx)
	secondFactor(ctx)
	application(ctx)
	fmt.Println("done")
}

func newCountry(code string) colophon.CountriesCreateBody {
	attributes := colophon.NewCountriesCreateAttributes(code)
	attributes.SetContinent("Go")
	data := colophon.NewCountriesCreateDataWithDefaults()
	data.SetAttributes(*attributes)
	return *colophon.NewCountriesCreateBody(*data)
}

func create(ctx context.Context, client *colophon.Client) {
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

func list(ctx context.Context, client *colophon.Client) {
	found, _, err := client.CountriesAPI.ListCountries(ctx).FilterIsoCode("C001").Include("sources").Execute()
	must(err)
	check(len(found.Data) == 1 && found.Data[0].Attributes.GetIsoCode() == "C001", found)
	sources := found.Data[0].Relationships.Sources
	documents := colophon.Related[colophon.DocumentsResource](found.Included, sources)
	images := colophon.Related[colophon.ImagesResource](found.Included, sources)
	check(len(documents) == 1 && documents[0].Attributes.GetTitle() == "Source of country 1", documents)
	check(len(images) == 1 && images[0].Attributes.GetTitle() == "Map of country 1", images)
	check(len(colophon.Related[colophon.UsersResource](found.Included, found.Data[0].Relationships.CreatedByUser)) == 0)

	large, _, err := client.CountriesAPI.ListCountries(ctx).FilterContinent("Atlantis").FilterPopulationGte(44_000).Execute()
	must(err)
	check(len(large.Data) == 2, large)

	mixed, _, err := client.ObjectsAPI.ListObjects(ctx).FilterType("countries,documents").PageSize(100).Execute()
	must(err)
	countries, others := 0, 0
	for _, one := range mixed.Data {
		if one.CountriesResource != nil && one.CountriesResource.Attributes.GetIsoCode() != "" {
			countries++
		} else if one.DocumentsResource != nil {
			others++
		}
	}
	check(countries >= 45 && others >= 2 && countries+others == len(mixed.Data), countries, others)
}

func pageThrough(ctx context.Context, client *colophon.Client) {
	request := client.CountriesAPI.ListCountries(ctx).FilterContinent("Atlantis").Sort("iso_code")
	codes, sizes := []string{}, []int{}
	for country, err := range colophon.Items(request) {
		must(err)
		codes = append(codes, country.Attributes.GetIsoCode())
	}
	check(len(codes) == 45 && codes[0] == "C001" && codes[44] == "C045", codes)
	for page, err := range colophon.Pages(request.Page(2)) {
		must(err)
		sizes = append(sizes, len(page.Data))
	}
	check(slices.Equal(sizes, []int{20, 5}), sizes)
}

func upload(ctx context.Context, client *colophon.Client) {
	uploaded, _, err := client.FilesAPI.UploadFile(ctx, "go.txt").Body(strings.NewReader("Hello from Go\n")).Execute()
	must(err)
	check(uploaded.Data.Attributes.GetTitle() == "go.txt", uploaded)

	sent := make([]byte, 256)
	for value := range sent {
		sent[value] = byte(value)
	}
	file, err := os.CreateTemp("", "colophon")
	must(err)
	defer os.Remove(file.Name())
	_, err = file.Write(append([]byte("left out"), sent...))
	must(err)
	_, err = file.Seek(int64(len("left out")), io.SeekStart)
	must(err)
	var last, all int64
	watched := colophon.WithProgress(ctx, func(sent, total int64) { last, all = sent, total })
	stored, _, err := client.StreamsAPI.UploadStream(watched, "bytes.bin").Body(file).Execute()
	must(err)
	check(last == 256 && all == 256, last, all)
	back, _, err := client.DownloadsAPI.DownloadStream(ctx, stored.Data.Id).Execute()
	must(err)
	received, err := io.ReadAll(back)
	must(err)
	check(bytes.Equal(received, sent), len(received))
}

func readAgain(ctx context.Context, client *colophon.Client) {
	page, response, err := client.CountriesAPI.ListCountries(ctx).PageSize(1).Execute()
	must(err)
	id := page.Data[0].Id
	_, response, err = client.CountriesAPI.GetCountry(ctx, id).Execute()
	must(err)
	_, _, err = client.CountriesAPI.GetCountry(ctx, id).IfNoneMatch(response.Header.Get("ETag")).Execute()
	check(colophon.Refusal(err).Status() == 304, err)
}

// Refused answers the first requests itself.
type refused struct {
	answers []int
	seen    []string
	wait    string
}

func (r *refused) RoundTrip(request *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(request.Body)
	must(err)
	r.seen = append(r.seen, string(body))
	status := 201
	if len(r.seen) <= len(r.answers) {
		status = r.answers[len(r.seen)-1]
	}
	if status == 0 {
		return nil, errors.New("broken")
	}
	header := http.Header{"Retry-After": {r.wait}, "Content-Type": {"text/html"}}
	recorder := io.NopCloser(strings.NewReader("<p>Later</p>"))
	return &http.Response{StatusCode: status, Status: http.StatusText(status), Header: header, Body: recorder, Request: request}, nil
}

func repeat(ctx context.Context) {
	send := func(ctx context.Context, key string, wait string, answers ...int) ([]string, error) {
		transport := &refused{answers: answers, wait: wait}
		client := colophon.Connect("http://service.test", colophon.Options{Transport: transport})
		request := client.StreamsAPI.UploadStream(ctx, "name").Body(strings.NewReader("body"))
		if key != "" {
			request = request.IdempotencyKey(key)
		}
		_, _, err := request.Execute()
		return transport.seen, err
	}
	once, thrice := []string{"body"}, []string{"body", "body", "body"}
	seen, _ := send(ctx, "key", "0", 503, 0)
	check(slices.Equal(seen, thrice), "with a key", seen)
	seen, _ = send(ctx, "", "0", 429, 429, 429, 429)
	check(slices.Equal(seen, thrice), "refused at once, most often", seen)
	seen, err := send(ctx, "", "0", 503)
	check(slices.Equal(seen, once), "may have been done", seen)
	check(colophon.Refusal(err).Code() == "unknown", err)
	seen, _ = send(ctx, "key", "21", 429)
	check(slices.Equal(seen, once), "too long a wait", seen)
	short, cancel := context.WithTimeout(ctx, 50*time.Millisecond)
	defer cancel()
	seen, err = send(short, "key", "15", 429)
	check(slices.Equal(seen, once) && errors.Is(err, context.DeadlineExceeded), "the context ends a wait", seen, err)
}

func handleErrors(ctx context.Context, client *colophon.Client) {
	_, response, err := client.CountriesAPI.GetCountry(ctx, "no-such-country").Execute()
	absent := colophon.Refusal(err)
	check(response.StatusCode == 404 && absent.Status() == 404 && absent.Code() == "not_found", absent)

	body := newCountry("GP")
	body.Data.Attributes.SetUname("12345")
	_, _, err = client.CountriesAPI.CreateCountry(ctx).CountriesCreateBody(body).Execute()
	fault := colophon.Refusal(err)
	check(fault.Status() == 400 && fault.Code() == "invalid_data" && fault.Pointer() == "/data/attributes/uname", fault)
	check(strings.HasPrefix(err.Error(), "400 invalid_data at /data/attributes/uname: "), err)
	model, isModel := fault.Model().(colophon.ErrorResponse)
	check(isModel && len(model.Errors) == len(fault.Faults()), model)
}

func must(err error) {
	if err != nil {
		log.Output(2, err.Error())
		os.Exit(1)
	}
}

func check(isRight bool, seen ...any) {
	if !isRight {
		log.Output(2, fmt.Sprintf("not as expected: %+v", seen))
		os.Exit(1)
	}
}
