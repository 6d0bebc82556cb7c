// Prerequisites of the load: folders, a relation, and a provider of identities.
import { create, sendAs, signIn } from '../admin-requests.ts';
import { urlOf, type Doubles } from './doubles.ts';

export const RELATION = 'cites';
export const PROVIDER = 'company';
/** Where the provider leads back to. */
export const SIGNED_IN = 'https://app.example.org/signed-in';

/** @returns the token of the administrator, and the ids of folders */
export async function prepare(url: string, password: string, { provider }: Pick<Doubles, 'provider'>) {
  const token = await signIn(url, 'admin', password);
  const send = sendAs(url, token);
  const relation = await create(send, '/model/relations', { name: RELATION, inverse_name: 'cited_by' });
  for (const side of ['left', 'right'])
    await send('PATCH', `/model/relations/${relation.id}/relationships/${side}_object_types`, {
      data: [{ type: 'object_types', id: 'documents' }],
    });
  await create(send, '/admin/auth_providers', {
    name: PROVIDER,
    auth_class: 'OpenIDConnect',
    url: urlOf(provider),
    params: { client_id: 'colophon', client_secret: password, redirect_uris: [SIGNED_IN] },
    enabled: true,
  });
  const folders: number[] = [];
  for (const title of ['One', 'Two', 'Three']) folders.push(Number((await create(send, '/folders', { title })).id));
  return { token, folders };
}
