// What each error code means to the one who receives it: when it is answered, and what to do then. Shown at /docs/errors.
import { ERROR_CODES, type ErrorCode, type ErrorFace } from './errors.ts';

export interface ErrorAdvice {
  /** Plain text, whole sentences. */
  when: string;
  remedy: string;
}

const UPLOAD_LIMIT =
  'Remove files for good, or ask whoever runs the service for more room; the detail says how much is used.';

const ERROR_GUIDE: Readonly<Record<ErrorCode, ErrorAdvice>> = {
  bad_request: {
    when: 'The request is no complete HTTP, or cannot be done in the state that things are in.',
    remedy: 'Read the detail: it says which.',
  },
  malformed_json: {
    when: 'The body is not JSON.',
    remedy: 'Look at the place that the detail names; a comma too many and single quotes are frequent.',
  },
  invalid_encoding: {
    when: 'The URL, the body or a file in base64 is not encoded as it should be.',
    remedy: 'Send UTF-8, percent-encoded in URLs; let a library do it.',
  },
  invalid_key: {
    when: 'A member of the body or the query has a name that is kept out, such as __proto__, or a key has a NUL in it.',
    remedy: 'Choose another name.',
  },
  too_deep: {
    when: 'The body nests deeper than the service reads.',
    remedy: 'Send a flatter structure; the detail says how deep it may be.',
  },
  invalid_data: {
    when: 'The body is JSON, but not what the operation takes: a field is missing, of another type, or not allowed.',
    remedy: 'Each entry of errors has a pointer to a field at fault. The schema of a type is at /model/schema/{type}.',
  },
  already_exists: {
    when: 'Something else has the name or address already that has to be unique.',
    remedy: 'Choose another one, or change what is there.',
  },
  unknown_parameter: {
    when: 'The query has a parameter that this operation does not know.',
    remedy: 'Leave it out, or correct its name. The reference lists what each operation knows.',
  },
  invalid_parameter: {
    when: 'A parameter of the path or the query has a value that it cannot have.',
    remedy: 'Correct the parameter that source.parameter names.',
  },
  invalid_filter: {
    when: 'A filter names a field that the type does not have, an unknown operator, or a value of the wrong kind.',
    remedy: 'Correct it as the detail says; operators are eq, ne, lt, lte, gt, gte, in, nin, null and like.',
  },
  unsupported_sort: {
    when: 'The parameter sort names a field that lists of this type cannot be sorted by.',
    remedy: 'Sort by an attribute of the type, its id, or a date in meta.',
  },
  invalid_include: {
    when: 'The parameter include names a relationship that does not exist, goes deeper than three, or leads to too many resources.',
    remedy: 'Correct the name, or ask for fewer with smaller pages.',
  },
  query_too_expensive: {
    when: 'The list takes the database longer than it may.',
    remedy: 'Narrow it with filters, or sort by id, title, created, modified or uname, which have an index.',
  },
  empty_file: {
    when: 'The uploaded file has no bytes.',
    remedy: 'Send the file as the body of the request.',
  },
  incomplete_upload: {
    when: 'Fewer bytes came than were announced.',
    remedy: 'Upload the file again; nothing of it was kept.',
  },
  file_type_mismatch: {
    when: 'The content of the file is not what Content-Type, or the object type, says.',
    remedy: 'Send the true Content-Type, or upload to a type that takes such files.',
  },
  file_type_forbidden: {
    when: 'Files of this type are not let in here.',
    remedy: 'Send another type; whoever runs the service decides with UPLOAD_FORBIDDEN_TYPES.',
  },
  unreadable_file: {
    when: 'The picture is cut, broken or too large to be decoded.',
    remedy: 'Open it in a program for pictures and save it anew, smaller if the detail says so.',
  },
  UPLOAD_MAX_FILESIZE_EXCEEDED: {
    when: 'The file for POST /files is larger than one may be.',
    remedy: 'Send a smaller file; the detail names the limit.',
  },
  authentication_required: {
    when: 'The operation is not open to everybody, and the request came without a token.',
    remedy: 'Sign in with POST /auth and send the token as Authorization: Bearer.',
  },
  invalid_token: {
    when: 'The token is none of this service, its user can no longer sign in, or it is older than the password or the time when its user was switched off.',
    remedy: 'Sign in again.',
  },
  expired_token: {
    when: 'The access token is older than it may be.',
    remedy: 'Renew it: POST /auth with grant_type refresh_token and the refresh token.',
  },
  login_failed: {
    when: 'The name or the password is wrong, or the refresh token unknown, revoked or expired.',
    remedy: 'Sign in with the right ones. Which of the two was wrong is not told, on purpose.',
  },
  application_unauthorized: {
    when: 'The token was given out for another application than the API key is of.',
    remedy: 'Send the API key that was sent when signing in, or sign in with this one.',
  },
  forbidden: {
    when: 'Whoever is signed in may not do this, or nobody may do it in this way.',
    remedy: 'Use an account with the right role; /home shows what is open to the caller.',
  },
  missing_api_key: {
    when: 'The service asks for the API key of an application with every request.',
    remedy: 'Send it in the header X-Api-Key; administrators find it in /admin/applications.',
  },
  invalid_api_key: {
    when: 'The API key is not that of an enabled application.',
    remedy: 'Send another one; administrators enable applications in /admin/applications.',
  },
  abstract_type: {
    when: 'The type only gathers others, and has no objects of its own.',
    remedy: 'Use the endpoint of one of its types, such as /documents in the place of /objects.',
  },
  client_id_forbidden: {
    when: 'The body of a POST has an id.',
    remedy: 'Leave it out: the service gives ids.',
  },
  locked: {
    when: 'The object is locked: its status and uname stay, and it is not deleted.',
    remedy: 'An administrator unlocks it with meta.locked false.',
  },
  immutable: {
    when: 'The resource is shipped with the service or follows from something else, and cannot be changed so.',
    remedy: 'Read the detail: it says what can be done in its place.',
  },
  in_use: {
    when: 'Something else still needs the resource.',
    remedy: 'Remove what the detail names first; objects may be in the trash.',
  },
  UPLOAD_QUOTA_EXCEEDED: {
    when: 'With this file your files, or all files together, would take up more room than there is for them.',
    remedy: UPLOAD_LIMIT,
  },
  UPLOAD_FILES_LIMIT_EXCEEDED: {
    when: 'You have as many files as one user may have.',
    remedy: UPLOAD_LIMIT,
  },
  invalid_signature: {
    when: 'The signed address of a file was altered or cut.',
    remedy: 'Read the resource again, and use the address as it is given.',
  },
  expired_signature: {
    when: 'The signed address of a file is older than it may be.',
    remedy: 'Read the resource again for a new one.',
  },
  not_found: {
    when: 'There is no such resource, or the caller may not know of it.',
    remedy: 'Check type and id; drafts and objects with permissions are seen only by some who are signed in.',
  },
  route_not_found: {
    when: 'No operation has this path.',
    remedy: 'Check the path against the reference; types have the endpoints of their names.',
  },
  page_not_found: {
    when: 'The list has fewer pages.',
    remedy: 'Follow links.next until it is null, or go by meta.pagination.page_count.',
  },
  method_not_allowed: {
    when: 'The path exists, but not for this method.',
    remedy: 'Use one that the header Allow names.',
  },
  not_acceptable: {
    when: 'The header Accept leaves no media type that the operation can answer with.',
    remedy: 'Send application/vnd.api+json or */*; the detail lists what can be had.',
  },
  request_timeout: {
    when: 'The request, or its body, did not come in time.',
    remedy: 'Send it again, on a better connection if it was a large file.',
  },
  type_conflict: {
    when: 'The type in the body is not the one that the path, or the relation, is for.',
    remedy: 'Send the type that the detail names.',
  },
  id_conflict: {
    when: 'The id in the body is not the one in the path.',
    remedy: 'Send the id of the resource that the path is of.',
  },
  conflict: {
    when: 'What is asked for contradicts the state of the resource.',
    remedy: 'Read the resource again, and decide anew.',
  },
  idempotency_key_in_use: {
    when: 'The first request with this Idempotency-Key is under way.',
    remedy: 'Send it again, with the same key, after as many seconds as the header Retry-After says.',
  },
  idempotency_answer_lost: {
    when: 'The service was stopped after the request with this Idempotency-Key had written and before its answer was kept, or the answer was too large to be kept.',
    remedy:
      'Look at what is there, which the detail names as far as it is new, and send what is missing with another key.',
  },
  length_required: {
    when: 'An upload came without its length.',
    remedy: 'Send the header Content-Length.',
  },
  precondition_failed: {
    when: 'The resource has changed since the ETag in If-Match was read.',
    remedy: 'Read it again, put your change on top, and send the new ETag.',
  },
  payload_too_large: {
    when: 'The body is larger than it may be here.',
    remedy: 'Send less at a time; the detail names the limit.',
  },
  uri_too_long: {
    when: 'The URL is longer than the service reads.',
    remedy: 'Ask for less at once: fewer ids, fewer filters.',
  },
  unsupported_media_type: {
    when: 'Content-Type is not one that the operation reads.',
    remedy: 'Send application/vnd.api+json; the detail lists what is read.',
  },
  range_not_satisfiable: {
    when: 'The part of a file that Range asks for lies beyond its end.',
    remedy: 'Ask for a part within the size in Content-Range.',
  },
  idempotency_key_reused: {
    when: 'The Idempotency-Key came with another request in the last 24 hours: with another path, query, body or media type.',
    remedy:
      'Send each request with a key of its own, such as a new UUID, and the same one again only for the same request.',
  },
  too_many_requests: {
    when: 'Too many requests, failed sign-ins or uploads came in a short time.',
    remedy: 'Wait for as many seconds as the header Retry-After says.',
  },
  internal_error: {
    when: 'The service has a fault.',
    remedy: 'Tell whoever runs it, with the time and the request; its log has the rest.',
  },
  service_unavailable: {
    when: 'The database or the storage cannot be reached, or something is changed too often at this moment.',
    remedy: 'Send the request again after as many seconds as the header Retry-After says.',
  },
};

/** An error with its documentation. */
export type ExplainedError = ErrorFace & ErrorAdvice;

/** Of a project's own code, which need not say more than a title. */
const OWN_ADVICE: ErrorAdvice = {
  when: "A rule of this project's own code does not allow it.",
  remedy: 'Read the detail: it says what is wrong.',
};

/**
 * Every error that a running service answers with, by status.
 * @param expiredTokenCode what the code of an expired token is called (D17)
 * @param own errors of the project's own code, with as much advice as that gives (D346)
 */
export function explainedErrors(
  expiredTokenCode: string,
  own: readonly (ErrorFace & Partial<ErrorAdvice>)[],
): ExplainedError[] {
  const ofService = (Object.keys(ERROR_CODES) as ErrorCode[]).map((code) => ({
    code: code === 'expired_token' ? expiredTokenCode : code,
    ...ERROR_CODES[code],
    ...ERROR_GUIDE[code],
  }));
  return [...ofService, ...own.map((error) => ({ ...OWN_ADVICE, ...error }))].sort((a, b) => a.status - b.status);
}
