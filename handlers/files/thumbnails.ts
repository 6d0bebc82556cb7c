// Thumbnails of media objects (D563).
import type { RequestContext } from '../../core/context.ts';
import { invalidParameter } from '../../core/errors.ts';
import { downloadThumbnail } from '../../core/files/thumbnails/download-thumbnail.ts';
import { getThumbnails, listThumbnails, type ThumbnailEntry } from '../../core/files/thumbnails/read-thumbnails.ts';
import { wantedThumbnail } from '../../core/files/thumbnails/thumbnail-settings.ts';
import { metaDocument } from '../../core/format/jsonapi/documents.ts';
import { sizeOfPage } from '../../core/format/jsonapi/list-request.ts';
import { parseIds } from '../../core/format/jsonapi/ids.ts';
import type { Handlers, Schema } from '../../core/http/handler.ts';
import type { Services } from '../services.ts';

const documentOf = (thumbnails: ThumbnailEntry[], { url }: RequestContext) =>
  metaDocument<Schema<'ThumbnailsMeta'>>({ thumbnails }, url);

export const thumbnailHandlers = ({ files }: Services) =>
  ({
    listThumbnails: async ({ query, context }) => {
      const given: unknown = query.ids;
      if (given === undefined || given === '') {
        throw invalidParameter('ids', 'Missing IDs to generate thumbnails for');
      }
      const ids = parseIds(given).slice(0, sizeOfPage(query));
      const thumbnails = await listThumbnails(files, ids, wantedThumbnail(query, context), context);
      return { status: 200, body: documentOf(thumbnails, context) };
    },
    getThumbnails: async ({ params, query, context }) => {
      if (query.ids !== undefined) throw invalidParameter('ids', 'Ids are either in the path or in "ids".');
      const thumbnails = await getThumbnails(files, params.object_id, wantedThumbnail(query, context), context);
      return { status: 200, body: documentOf(thumbnails, context) };
    },
    downloadThumbnail: async ({ params, query, context }) => {
      const addressed = { objectId: params.object_id, fileName: params.file_name, signed: query };
      return { status: 200, body: await downloadThumbnail(files, addressed, context) };
    },
  }) satisfies Partial<Handlers>;
