// The model of a service as lines of an export: differences from a new service.
import { readAll, sideOf, walk, type Resource, type Target } from './target.ts';

export interface ExportLine {
  type: string;
  id: string;
  attributes?: Record<string, unknown>;
  relationships?: Record<string, { data: unknown }>;
  meta?: Record<string, unknown>;
}

/** Rows of the model are identified by name instead of id. */
export async function* exportModel(target: Target): AsyncGenerator<ExportLine> {
  for await (const { attributes } of walk(target, '/model/property_types')) yield row('property_types', attributes);
  for await (const { attributes } of walk(target, '/model/object_types')) yield row('object_types', attributes);
  for await (const { attributes } of walk(target, '/model/properties?filter[is_static]=false')) {
    const { is_static: _static, ...rest } = attributes;
    yield row('properties', rest, `${String(rest['object_type_name'])}/${String(rest['name'])}`);
  }
  for await (const { id, attributes } of walk(target, '/model/relations')) {
    const [left_object_types, right_object_types] = await Promise.all([
      typesOf(target, id, 'left'),
      typesOf(target, id, 'right'),
    ]);
    yield { ...row('relations', attributes), relationships: { left_object_types, right_object_types } };
  }
  yield* exportCategories(target);
  for await (const { attributes } of walk(target, '/model/tags')) {
    // Their labels contain it.
    const { label: _label, ...rest } = attributes;
    yield row('tags', rest);
  }
}

const row = (type: string, attributes: Record<string, unknown>, id = String(attributes['name'])): ExportLine => ({
  type,
  id,
  attributes,
});

const typesOf = async (target: Target, id: string, side: 'left' | 'right') => ({
  data: (await sideOf(target, id, side)).map((name) => ({ type: 'object_types', id: name })),
});

/** Parents come first. Categories are few: all are held. */
async function* exportCategories(target: Target): AsyncGenerator<ExportLine> {
  const all = await readAll(target, '/model/categories');
  const byId = new Map(all.map((category) => [Number(category.id), category]));
  const depth = ({ attributes }: Resource): number => {
    const parent = byId.get(attributes['parent_id'] as number);
    return parent ? depth(parent) + 1 : 0;
  };
  const ordered = all.map((category) => ({ category, depth: depth(category) })).sort((a, b) => a.depth - b.depth);
  for (const { category } of ordered) {
    const { parent_id: parentId, label: _label, ...attributes } = category.attributes;
    const parent = byId.get(parentId as number)?.attributes['name'];
    const named = parent === undefined ? attributes : { ...attributes, parent };
    yield row('categories', named, `${String(attributes['object_type_name'])}/${String(attributes['name'])}`);
  }
}
