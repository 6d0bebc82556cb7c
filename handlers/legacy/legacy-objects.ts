// Object operations of the legacy side only (service.md 4.3, D567, D47).
import type { RequestContext } from '../../core/context.ts';
import { envelope } from '../../core/format/legacy/envelope.ts';
import {
  assertFewEmbedded,
  LIST_PARAMETERS,
  parseLegacyQuery,
  type LegacyParameter,
  type LegacyQuery,
} from '../../core/format/legacy/list-query.ts';
import type { Handlers, Schema } from '../../core/http/handler.ts';
import { countRelations, type LegacyPage } from '../../core/legacy/read-legacy-objects.ts';
import { getRelation, listRelation } from '../../core/legacy/relations.ts';
import { getChildPlace, listSection, listSiblings, type SectionPart } from '../../core/legacy/sections.ts';
import { pageLimits } from '../../core/settings.ts';
import type { Services } from '../services.ts';

interface Input {
  params: { object_id: string };
  query: object;
  context: RequestContext;
}

const SECTION_PARAMETERS: readonly LegacyParameter[] = LIST_PARAMETERS.filter((name) => name !== 'filter[object_type]');

export function legacyObjectHandlers(services: Services) {
  const { legacy, config } = services;

  function parse({ query, context }: Pick<Input, 'query' | 'context'>, allowed = LIST_PARAMETERS): LegacyQuery {
    const parsed = parseLegacyQuery(query, allowed, pageLimits(context, config.pageSizeMax));
    assertFewEmbedded(parsed, 1);
    return parsed;
  }

  const answer = <Data>(data: Data, { url }: RequestContext) => envelope('objects', 'get', data, url);

  function answerPage({ objects, paging }: LegacyPage, context: RequestContext) {
    const body: Schema<'LegacyObjectsResponse'> = { ...answer({ objects }, context), paging };
    return { status: 200, body } as const;
  }

  const section =
    (part: SectionPart, allowed = LIST_PARAMETERS) =>
    async ({ params, query, context }: Input) => {
      const requested = { id: params.object_id, part, query: parse({ query, context }, allowed) };
      return answerPage(await listSection(legacy, requested, context), context);
    };

  return {
    listLegacyChildren: section('children'),
    listLegacySections: section('sections', SECTION_PARAMETERS),
    listLegacyContents: section('contents'),
    listLegacyDescendants: section('descendants'),
    listLegacySiblings: async ({ params, query, context }) => {
      const requested = { id: params.object_id, query: parse({ query, context }) };
      return answerPage(await listSiblings(legacy, requested, context), context);
    },
    listLegacyRelations: async ({ params, query, context }) => {
      const requested = { id: params.object_id, query: parse({ query, context }) };
      return { status: 200, body: answer(await countRelations(legacy, requested, context), context) };
    },
    listLegacyRelated: async ({ params, query, context }) => {
      const requested = { id: params.object_id, relation: params.relation_name, query: parse({ query, context }) };
      return answerPage(await listRelation(legacy, requested, context), context);
    },
    getLegacyRelated: async ({ params, context }) => {
      const address = { id: params.object_id, relation: params.relation_name, related: params.related_id };
      return { status: 200, body: answer(await getRelation(legacy, address, context), context) };
    },
    getLegacyChild: async ({ params, context }) => {
      const address = { section: params.object_id, child: params.child_id };
      const priority = await getChildPlace(legacy, address, context);
      return { status: 200, body: answer({ priority }, context) };
    },
  } satisfies Partial<Handlers>;
}
