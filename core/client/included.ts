// Included resources of a response (`include=`), found by their relationships.

/** A resource of any type. */
interface AnyResource {
  id: string;
  type: string;
}

/** A response whose `data` and `included` may be of several types. */
interface WithIncluded {
  data: unknown;
  included?: readonly AnyResource[] | undefined;
}

type Element<Value> = Value extends readonly (infer Item)[] ? Item : Value;

/** The resources of a document: its data and the included ones. */
type ResourceIn<Document extends WithIncluded> =
  | Extract<Element<NonNullable<Document['data']>>, AnyResource>
  | Extract<Element<NonNullable<Document['included']>>, AnyResource>;

type OfType<Resource, Type extends string> = Extract<Resource, { type: Type }>;

interface WithRelationships {
  relationships?: object | undefined;
}

type RelationshipName<Resource extends WithRelationships> = Extract<
  keyof NonNullable<Resource['relationships']>,
  string
>;

/** The target types of a relationship, by its linkage; `string` if the description does not name them. */
type LinkedType<Source extends WithRelationships, Name extends string> =
  NonNullable<Source['relationships']> extends { [name in Name]?: infer Relationship }
    ? NonNullable<Relationship> extends { data?: infer Data }
      ? Extract<Element<NonNullable<Data>>, AnyResource>['type']
      : string
    : string;

/**
 * All included ones, if the description does not name the targets of a relationship, or names more than the response
 * has.
 */
type RelatedOf<Resource, Source extends WithRelationships, Name extends string> = [
  OfType<Resource, LinkedType<Source, Name>>,
] extends [never]
  ? Resource
  : OfType<Resource, LinkedType<Source, Name>>;

export interface Included<Resource extends AnyResource> {
  /**
   * The included resources of a relationship, in its order; none when it was not included. They have the types of its targets; with a type
   * only those of that type, with its attributes.
   */
  related<Source extends WithRelationships, Name extends RelationshipName<Source>>(
    source: Source,
    relationship: Name,
  ): RelatedOf<Resource, Source, Name>[];
  related<Source extends WithRelationships, Type extends Resource['type']>(
    source: Source,
    relationship: RelationshipName<Source>,
    type: Type,
  ): OfType<Resource, Type>[];
  /** One by its type and id; undefined when it is not included. */
  find<Type extends Resource['type']>(type: Type, id: string): OfType<Resource, Type> | undefined;
}

/** Of a response of the service: `data` is searched too, since a resource is never both in `data` and in `included`. */
export function includedOf<Document extends WithIncluded>(document: Document): Included<ResourceIn<Document>> {
  const byKey = new Map<string, AnyResource>();
  for (const resource of [...resourcesIn(document.data), ...(document.included ?? [])])
    byKey.set(keyOf(resource.type, resource.id), resource);
  const related = (source: WithRelationships, relationship: string, type?: string): AnyResource[] => {
    const found = linkageOf(source, relationship).map((one) => byKey.get(keyOf(one.type, one.id)));
    return found.filter((one): one is AnyResource => one !== undefined && (type === undefined || one.type === type));
  };
  // The types of the document are those of its description.
  // cast: the types of the resources are those of the description, which the service follows
  return {
    related,
    find: (type: string, id: string) => byKey.get(keyOf(type, id)),
  } as unknown as Included<ResourceIn<Document>>;
}

const isResource = (value: unknown): value is AnyResource =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  'type' in value &&
  typeof value.type === 'string';

/** One or several resources, or identifiers of them; none for null and data of another kind. */
const resourcesIn = (data: unknown): AnyResource[] => [data].flat().filter(isResource);

function linkageOf({ relationships = {} }: WithRelationships, name: string): AnyResource[] {
  const relationship: unknown = Reflect.get(relationships, name);
  const hasData = typeof relationship === 'object' && relationship !== null && 'data' in relationship;
  return hasData ? resourcesIn(relationship.data) : [];
}

const keyOf = (type: string, id: string): string => `${type} ${id}`;
