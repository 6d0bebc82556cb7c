import { withoutRegion } from '../../../languages.ts';
import type { Exchange } from '../../exchange.ts';

/** Splits lists with commas for validation; for the service's own operations `lang=en_EN` is `lang=en` (D416). */
export function readQuery(exchange: Exchange): void {
  const query = { ...exchange.target.query };
  const { definition, facts } = exchange.operation;
  const { parameters = [] } = definition;
  for (const { name, in: place, explode, schema } of Object.keys(query).length > 0 ? parameters : []) {
    const value = query[name];
    const isList = place === 'query' && explode === false && schema?.type === 'array';
    if (isList && typeof value === 'string') query[name] = value.split(',');
  }
  const { lang } = query;
  if (typeof lang === 'string' && facts.origin === 'service') query['lang'] = withoutRegion(lang);
  exchange.query = query;
}
