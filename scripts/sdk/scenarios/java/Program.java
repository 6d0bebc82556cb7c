import colophon.*;
import colophon.api.*;
import colophon.model.*;
import java.io.File;
import java.nio.file.*;
import java.util.List;

public class Program {
  public static void main(String[] args) throws Exception {
    Colophon client = Colophon.connect(System.getenv("COLOPHON_URL")).signIn(System.getenv("COLOPHON_USERNAME"), System.getenv("COLOPHON_PASSWORD"));
    DocumentsApi documents = new DocumentsApi(client);
    DocumentsListResponse page = documents.listDocuments(DocumentsApi.APIListDocumentsRequest.newBuilder().filterTitle("Source of country 1").include("created_by_user").build());
    DocumentsResource first = page.getData().get(0);
    UsersResource user = Lists.related(page.getIncluded(), first.getRelationships().getCreatedByUser(), UsersResource.class).get(0);
    DocumentsCreateData data = new DocumentsCreateData().type(DocumentsCreateData.TypeEnum.DOCUMENTS).attributes(new DocumentsCreateAttributes().title("From Java"));
    DocumentsResource made = documents.createDocument(DocumentsApi.APICreateDocumentRequest.newBuilder().documentsCreateBody(new DocumentsCreateBody().data(data)).build()).getData();
    SeeAlsoLinksBody links = new SeeAlsoLinksBody().data(List.of(new SeeAlsoLinkInput().type(SeeAlsoLinkInput.TypeEnum.DOCUMENTS).id(first.getId())));
    documents.addDocumentSeeAlso(DocumentsApi.APIAddDocumentSeeAlsoRequest.newBuilder().objectId(made.getId()).seeAlsoLinksBody(links).build());
    File file = Files.writeString(Files.createTempFile("java", ".txt"), "Hello").toFile();
    String id = new StreamsApi(client).uploadStream(StreamsApi.APIUploadStreamRequest.newBuilder().fileName("java.txt").body(file).build()).getData().getId().toString();
    File back = new DownloadsApi(client).downloadStream(DownloadsApi.APIDownloadStreamRequest.newBuilder().streamId(id).build());
    try {
      documents.getDocument(DocumentsApi.APIGetDocumentRequest.newBuilder().objectId("none").build());
    } catch (ColophonException refused) {
      System.out.println(user.getAttributes().getUsername() + " " + Files.readString(back.toPath()).equals("Hello") + " " + refused.getErrorCode());
    }
  }
}
