import os
from io import BytesIO

from colophon import Client, ColophonError, Included, models, watched
from colophon.api.documents import add_document_poster, create_document, list_documents
from colophon.api.downloads import download_stream
from colophon.api.images import create_image
from colophon.api.streams import upload_stream

client = Client(os.environ["COLOPHON_URL"])
client.sign_in(os.environ["COLOPHON_USERNAME"], os.environ["COLOPHON_PASSWORD"])

made = models.DocumentsCreateData(attributes=models.DocumentsCreateAttributes(title="A page"))
document = client.send(create_document(body=models.DocumentsCreateBody(made))).data
image = client.send(create_image(body=models.ImagesCreateBody(models.ImagesCreateData()))).data
poster = models.PosterLinkInput(type_="images", id=image.id)
client.send(add_document_poster(document.id, body=models.PosterLinksBody([poster])))

found = client.send(list_documents(filter_title="A page", include="poster", sort="id"))
assert [one.id for one in Included(found).related(found.data[-1], "poster")] == [image.id]

sent = bytes(range(256))
stream = client.send(upload_stream("bytes.bin", body=watched(BytesIO(sent), print))).data
assert client.send(download_stream(str(stream.id))).payload.read() == sent

try:
    client.send(add_document_poster("no-such-page", body=models.PosterLinksBody([poster])))
except ColophonError as error:
    print(error.code, error.pointer, error)  # not_found None 404 not_found: ...
