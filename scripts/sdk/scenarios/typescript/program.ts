import { ColophonError, dataOf, Documents, includedOf } from 'colophon-sdk';
import { Downloads, Images, signIn, Streams, watched } from 'colophon-sdk';

declare const process: { env: Record<string, string> };
const { COLOPHON_URL: url = '', COLOPHON_USERNAME: username = '', COLOPHON_PASSWORD: password = '' } = process.env;
await signIn({ url, credentials: { username, password } });

const page = { type: 'documents' as const, attributes: { title: 'A page' } };
const { data: document } = await dataOf(Documents.create({ body: { data: page } }));
const { data: image } = await dataOf(Images.create({ body: { data: { type: 'images', attributes: {} } } }));
const poster = { body: { data: [{ type: 'images' as const, id: image.id }] } };
await dataOf(Documents.addPoster({ path: { object_id: document.id }, ...poster }));

const query = { 'filter[title]': 'A page', include: 'poster', sort: '-id' };
const found = await dataOf(Documents.list({ query }));
for (const one of found.data) console.log(includedOf(found).related(one, 'poster').length); // 1

const body = watched(new Blob([new Uint8Array(256)]), console.log);
const { data: stream } = await dataOf(Streams.upload({ path: { file_name: 'bytes.bin' }, body }));
const back = await dataOf(Downloads.downloadStream({ path: { stream_id: stream.id }, parseAs: 'blob' }));
console.log(back instanceof Blob && back.size === body.size); // true

const refused = dataOf(Documents.addPoster({ path: { object_id: 'no-such-page' }, ...poster }));
await refused.catch((error: unknown) => {
  if (error instanceof ColophonError) console.log(error.code, error.source?.pointer); // not_found undefined
});
