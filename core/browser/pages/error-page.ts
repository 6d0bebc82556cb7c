// Explanations of errors: cause, place, and remedy (D321).
import { isRecord } from '../../values.ts';

const ADVICE: Readonly<Record<string, string>> = {
  route_not_found: 'Check the address for slips. Everything can be found from Home.',
  page_not_found: 'The list has fewer pages now. Go back to its first one.',
  unsupported_sort: 'Sort by another field, or by none.',
  unknown_parameter: 'Remove the parameter from the address, or look up in the reference what it is called.',
  invalid_filter: 'Take the condition away, or choose a field, an operator and a value that fit the list.',
  query_too_expensive: 'Ask for less: fewer conditions, another order, a smaller page.',
  invalid_token: 'Sign in again.',
  expired_token: 'Sign in again.',
  locked: 'It is locked: an administrator can unlock it.',
  missing_api_key: 'Sign in with the API key of an application.',
  invalid_api_key: 'Ask an administrator for the key of an application that is enabled.',
  not_found: 'It may have been removed, or be hidden from you. Sign in if you are not, or look in its list.',
  precondition_failed: 'Another user has changed it since. Look at the present version, and change it again.',
  already_exists: 'Choose another name, or change what exists.',
};

const ADVICE_BY_STATUS: Readonly<Record<string, string>> = {
  '400': 'Correct what is named here, and try again.',
  '401': 'Sign in, then you are brought back here.',
  '403': 'Your roles do not allow this. A user with more permissions can do it, or give you a role.',
  '404': 'Check the address for slips. Everything can be found from Home.',
  '405': 'This address exists, but for other methods. The reference lists them.',
  '409': 'It conflicts with the present state. Look at it as it is now.',
  '413': 'Send less at once.',
  '429': 'Wait a while before you try again.',
  '500': 'It is not your fault. Try again; if it happens again, tell the administrators of the service.',
  '503': 'Try again in a moment.',
};

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Without the name of the rule, `[uname.notNumeric]: `, which is for programs: the field is shown beside it. */
const detailOf = (value: unknown): string => text(value).replace(/^\[[^\]\s]+\]: /, '');

function faultOf(value: unknown) {
  if (!isRecord(value)) return [];
  const source = isRecord(value['source']) ? value['source'] : {};
  const detail = detailOf(value['detail']);
  const place = source['pointer'] ?? source['parameter'] ?? source['header'];
  return [
    {
      code: text(value['code']),
      title: text(value['title']),
      detail,
      // Such as `/data/attributes/title` or `filter[area]`; some details begin with it.
      source: typeof place === 'string' && place !== '' && !detail.startsWith(place) ? place : undefined,
    },
  ];
}

/** @param body of an error, from core/http/response/error-responder.ts */
export function errorPage(body: unknown, status: number) {
  const error = isRecord(body) && isRecord(body['error']) ? body['error'] : {};
  const code = text(error['code']);
  const faults = isRecord(body) && Array.isArray(body['errors']) ? body['errors'].flatMap(faultOf) : [];
  const detail = detailOf(error['detail']);
  return {
    status: String(status),
    code,
    title: text(error['title']) || 'Error',
    detail,
    advice: ADVICE[code] ?? ADVICE_BY_STATUS[String(status)] ?? 'Look up in the reference what it means.',
    // A fault that only repeats the error is not shown.
    faults: faults.filter((fault) => fault.source !== undefined || fault.detail !== detail),
  };
}
