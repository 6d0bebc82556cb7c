// Values of resources are typed by the description: what is marked here must not compile (`npm run tool -- types`).
import { describe, expect, it } from 'vitest';
import type { createUser } from '../../../core/accounts/users.ts';
import type { MembersOf, Resource } from '../../../core/format/jsonapi/documents.ts';
import {
  defineResource,
  type AttributesInput,
  type DescribedAttributes,
  type ResourceSpecification,
} from '../../../core/resources/define-resource.ts';
import type { ResourceRow } from '../../../core/resources/resource-type.ts';
import type { Collection, ObjectDocument } from '../../../core/store/store.ts';

interface Row extends ResourceRow {
  _id: number;
  name: string;
  labels: Record<string, string>;
  enabled: boolean;
}

declare const collection: Collection<Row>;
type Tags = ResourceSpecification<Row, 'Tags'>['attributes'];

const LABEL: Tags['label'] = { computed: ({ name }) => name };
const row: Row = {
  _id: 1,
  name: 'red',
  labels: { en: 'Red' },
  enabled: true,
  revision: 1,
  created: new Date(0),
  modified: new Date(0),
};

describe('an attribute of a resource', () => {
  it('has the described type in the specification of its rows', () => {
    const attributes: Tags = { name: {}, labels: {}, enabled: {}, label: LABEL };
    const type = () => defineResource<Row, 'Tags'>({ type: 'tags', path: '/model/tags', collection, attributes });
    const wrong: Tags = {
      // @ts-expect-error a name is a text
      name: { show: () => 5 },
      // @ts-expect-error labels are texts
      labels: { show: () => ({ en: 5 }) },
      // @ts-expect-error it is no text
      enabled: { computed: () => 'yes' },
      // @ts-expect-error the row has no such field
      label: {},
    };
    // @ts-expect-error each described attribute is specified
    const incomplete: Tags = { name: {}, labels: {}, enabled: {} };
    expect(Object.keys(wrong)).toEqual(Object.keys(attributes));
    expect(incomplete).not.toHaveProperty('label');
    expect(type).toBeTypeOf('function');
  });

  it('has the described type of a field that is shown as it is stored', () => {
    type Stored<Value> = ResourceSpecification<Row & { label: Value }, 'Tags'>['attributes']['label'];
    const stored: Stored<string | null> = {};
    // @ts-expect-error a label is a text or null
    const number: Stored<number> = {};
    const shown: Stored<number> = { show: ({ label }) => String(label) };
    expect([stored, number, Object.keys(shown)]).toEqual([{}, {}, ['show']]);
  });

  it('has the described type in a view', () => {
    const common = { id: '1', type: 'tags', path: '/model/tags/1', meta: {} } as const;
    const tag: Resource<'Tags'> = { ...common, attributes: { name: row.name, enabled: row.enabled } };
    // @ts-expect-error it is no text
    const wrong: Resource<'Tags'> = { ...common, attributes: { enabled: 'yes' } };
    // @ts-expect-error a moment is sent as text
    const moment: Resource<'Tags'> = { ...common, attributes: {}, meta: { created: row.created } };
    expect([tag.type, wrong.type, moment.type]).toEqual(['tags', 'tags', 'tags']);
  });

  it('has the described type in objects, whose fields are shown as they are stored', () => {
    type Base<Row> = DescribedAttributes<Row, MembersOf<'TypedObjects', 'attributes'>>;
    const title: Base<ObjectDocument>['title'] = {};
    // @ts-expect-error a title is a text or null
    const number: Base<Omit<ObjectDocument, 'title'> & { title: number }>['title'] = {};
    expect([title, number]).toEqual([{}, {}]);
  });

  it('has the described type in bodies', () => {
    const tag: AttributesInput<'Tags'> = { name: 'red', enabled: true };
    // @ts-expect-error it is no text
    const wrong: AttributesInput<'Tags'> = { name: 'red', enabled: 'yes' };
    type User = NonNullable<Parameters<typeof createUser>[1]['data']['attributes']>;
    const user: User = { username: 'ada', shoe_size: 38 };
    // @ts-expect-error a user name is a text
    const nobody: User = { username: 5 };
    expect([tag.name, wrong.name, user.username, nobody.username]).toEqual(['red', 'red', 'ada', 5]);
  });
});
