// The view of events as resources.
import { mapInSlices } from '../event-loop-turns.ts';
import { formatDateTime } from '../date-values.ts';
import { eventData, eventSubject, eventType } from '../format/cloud-event.ts';
import type { Resource } from '../format/jsonapi/documents.ts';
import type { ShownEvent } from '../objects/feed/shown-events.ts';
import type { ResourceView } from './resource-view.ts';

const TYPE = 'feed_events';

const feedResource = (event: ShownEvent, source: string): Resource<'FeedEvents'> => ({
  id: String(event.number),
  type: TYPE,
  path: `/feed?page%5Bafter%5D=${event.number - 1}&page_size=1`,
  attributes: {
    event: eventType(event),
    source,
    subject: eventSubject(event),
    time: formatDateTime(event.at),
    data: eventData(event),
  },
  meta: {},
});

/** Events are immutable. */
export const FEED_VIEW: ResourceView<ShownEvent, 'FeedEvents'> = {
  identify: ({ number }) => ({ id: String(number), type: TYPE }),
  revision: () => 1,
  represent: async (events, _request, { url }) => ({
    resources: await mapInSlices(events, (event) => feedResource(event, url.base)),
  }),
};
