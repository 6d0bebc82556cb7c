// Tags (D551).
import type { Handlers } from '../../core/http/handler.ts';
import { tags } from '../../core/taxonomy/tags.ts';
import { rowHandlers, type RowOperationIds } from '../../core/representation/row-handlers.ts';
import type { Services } from '../services.ts';

type Operations = RowOperationIds<'Tag', 'Tags'>;

export const tagHandlers = (services: Services): Pick<Handlers, Operations> => ({
  ...rowHandlers(services.config, { one: 'Tag', many: 'Tags', id: 'tag_id' }, tags(services)),
});
