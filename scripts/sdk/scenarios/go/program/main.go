package main

import (
	"colophon"
	"context"
	"fmt"
	"io"
	"os"
	"strings"
)

func main() {
	ctx := context.Background()
	client := colophon.Connect(os.Getenv("COLOPHON_URL"), colophon.Options{})
	if err := client.SignIn(ctx, os.Getenv("COLOPHON_USERNAME"), os.Getenv("COLOPHON_PASSWORD")); err != nil {
		panic(err)
	}
	page := colophon.Must(client.DocumentsAPI.ListDocuments(ctx).FilterTitle("Source of country 1").Include("created_by_user").Execute())
	user := colophon.Related[colophon.UsersResource](page.Included, page.Data[0].Relationships.CreatedByUser)[0]
	data := colophon.DocumentsCreateData{Type: "documents", Attributes: colophon.NewDocumentsCreateAttributes()}
	data.Attributes.SetTitle("From Go")
	made := colophon.Must(client.DocumentsAPI.CreateDocument(ctx).DocumentsCreateBody(colophon.DocumentsCreateBody{Data: data}).Execute())
	links := colophon.SeeAlsoLinksBody{Data: []colophon.SeeAlsoLinkInput{{Type: "documents", Id: page.Data[0].Id}}}
	colophon.Must(client.DocumentsAPI.AddDocumentSeeAlso(ctx, made.Data.Id).SeeAlsoLinksBody(links).Execute())
	stream := colophon.Must(client.StreamsAPI.UploadStream(ctx, "go.txt").Body(strings.NewReader("Hello")).Execute())
	bytes, _ := io.ReadAll(colophon.Must(client.DownloadsAPI.DownloadStream(ctx, stream.Data.Id).Execute()))
	_, _, err := client.DocumentsAPI.GetDocument(ctx, "none").Execute()
	fmt.Println(user.Attributes.GetUsername(), string(bytes) == "Hello", colophon.Refusal(err).Code())
}
