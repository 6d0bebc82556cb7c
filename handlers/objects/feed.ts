// Changes as a list and as a stream (D652, D653).
import { EVENT_STREAM } from '../../core/network/event-stream.ts';
import type { Handlers } from '../../core/http/handler.ts';
import { FROM_THE_OLDEST, readFeed } from '../../core/objects/feed/read-feed.ts';
import { answerPage } from '../../core/representation/responses.ts';
import { FEED_VIEW } from '../../core/representation/feed-view.ts';
import { readListRequest } from '../../core/representation/list-requests.ts';
import type { Services } from '../services.ts';

export const feedHandlers = ({ objects, feed, recordedEvents, config }: Services) =>
  ({
    listFeedEvents: async ({ query, context }) => {
      const request = readListRequest(query, context, config);
      if (context.mediaType === EVENT_STREAM) return { status: 200, body: await feed.listen(request, context) };
      // A client finds its own earlier writes.
      await recordedEvents.numbering.settle();
      const page = await readFeed(objects, request, context);
      const byCursor = { ...request, cursor: request.cursor ?? FROM_THE_OLDEST };
      const { body } = await answerPage(FEED_VIEW, page, byCursor, context);
      return { status: 200, body: { ...body, meta: { ...body.meta, cursor: page.cursor } } };
    },
  }) satisfies Partial<Handlers>;
