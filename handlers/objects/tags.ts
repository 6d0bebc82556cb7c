// Tags (D551).
import type { Handlers } from '../../core/http/handler.ts';
import { tags } from '../../core/taxonomy/tags.ts';
import { rowHandlers } from '../../core/representation/row-handlers.ts';
import type { Services } from '../services.ts';

export const tagHandlers = (services: Services) =>
  ({
    ...rowHandlers(services.config, { one: 'Tag', many: 'Tags', id: 'tag_id' }, tags(services)),
  }) satisfies Partial<Handlers>;
