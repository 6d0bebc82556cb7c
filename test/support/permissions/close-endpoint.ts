// An endpoint that only its own permission rows open: no row for all endpoints remains.
import type { EndpointPermissionRow } from '../../../core/store/store.ts';
import type { TestService } from '../service.ts';

/** Ids of the rows that replace those for all endpoints during that time. */
const FIRST_ID = 900_000;

/**
 * Removes the rows for all endpoints and gives their permissions to every endpoint but one, by rows that name it.
 * @returns a function that restores them
 */
export async function closeEndpoint({ service }: TestService, closed: string): Promise<() => Promise<void>> {
  const { access, store, modelService, routes } = service.services;
  const segments = routes().operations.map(({ path }) => path.split('/')[1] ?? '');
  const names = new Set([...modelService.current().types.keys(), ...segments]);
  const general = await store.endpointPermissions.find({ endpoint_id: null }).toArray();
  const known = await store.endpoints.find().toArray();
  let next = FIRST_ID;
  await access.change(async (transaction) => {
    next = FIRST_ID;
    for (const name of names) {
      let endpoint = known.find((row) => row.name === name);
      const hasRows =
        endpoint && (await store.endpointPermissions.findOne({ endpoint_id: endpoint._id }, { session: transaction }));
      if (name === closed || hasRows) continue;
      if (!endpoint) {
        const bookkeeping = { revision: 1, created: new Date(0), modified: new Date(0) };
        endpoint = { _id: next++, name, description: null, enabled: true, object_type_id: null, ...bookkeeping };
        await store.endpoints.insertOne(endpoint, { session: transaction });
      }
      const rows: EndpointPermissionRow[] = [];
      for (const row of general) rows.push({ ...row, _id: next++, endpoint_id: endpoint._id });
      await store.endpointPermissions.insertMany(rows, { session: transaction });
    }
    await store.endpointPermissions.deleteMany({ endpoint_id: null }, { session: transaction });
  });
  return () =>
    access.change(async (transaction) => {
      await store.endpointPermissions.deleteMany({ _id: { $gte: FIRST_ID } }, { session: transaction });
      await store.endpoints.deleteMany({ _id: { $gte: FIRST_ID } }, { session: transaction });
      await store.endpointPermissions.insertMany(general, { session: transaction });
    });
}
