import type { Exchange } from '../../exchange.ts';
import { parseTarget } from '../../request/request-target.ts';

/** Splits the target into decoded segments and a nested query. @throws ApiError uri_too_long, invalid_encoding, invalid_key, invalid_parameter */
export function readTarget(exchange: Exchange): void {
  exchange.target = parseTarget(exchange.url);
}
