// The meaning of each error code for clients: when it occurs, and what to do. Shown at /docs/errors.
import { ERROR_CODES, type ErrorCode, type ErrorFace } from './errors.ts';

export interface ErrorAdvice {
  /** Plain text, whole sentences. */
  when: string;
  remedy: string;
}

const UPLOAD_LIMIT =
  'Purge files, or ask the operator of the service for more space. The detail says how much is used.';

const ERROR_GUIDE: Readonly<Record<ErrorCode, ErrorAdvice>> = {
  bad_request: {
    when: 'The request is not valid HTTP, or the current state of the resource does not allow it.',
    remedy: 'Read the detail: it names the cause.',
  },
  malformed_json: {
    when: 'The body is not JSON.',
    remedy: 'Correct the place that the detail names. Frequent causes are an extra comma and single quotes.',
  },
  invalid_encoding: {
    when: 'The URL, the body or a file in base64 is wrongly encoded.',
    remedy: 'Send UTF-8, percent-encoded in URLs. A library does this best.',
  },
  invalid_key: {
    when: 'A member of the body or the query has a forbidden name, such as __proto__, or a key contains NUL.',
    remedy: 'Choose another name.',
  },
  too_deep: {
    when: 'The body nests deeper than the service reads.',
    remedy: 'Send a flatter structure. The detail states the maximum depth.',
  },
  invalid_data: {
    when: 'The body is JSON but not valid for the operation: a field is missing, has the wrong type, or is not allowed.',
    remedy: 'Each entry of errors has a pointer to a field at fault. The schema of a type is at /model/schema/{type}.',
  },
  already_exists: {
    when: 'Another resource already has this name or address, which must be unique.',
    remedy: 'Choose another one, or change the existing resource.',
  },
  unknown_parameter: {
    when: 'The query has a parameter that this operation does not know.',
    remedy: 'Leave it out, or correct its name. The reference lists the parameters of each operation.',
  },
  invalid_parameter: {
    when: 'A parameter of the path or the query has an invalid value.',
    remedy: 'Correct the parameter that source.parameter names.',
  },
  invalid_filter: {
    when: 'A filter names a field that the type does not have, an unknown operator, or a value of the wrong kind.',
    remedy: 'Correct it as the detail says. Operators are eq, ne, lt, lte, gt, gte, in, nin, null and like.',
  },
  unsupported_sort: {
    when: 'The parameter sort names a field that lists of this type cannot be sorted by.',
    remedy: 'Sort by an attribute of the type, its id, or a date in meta.',
  },
  invalid_include: {
    when: 'The parameter include names a relationship that does not exist, goes deeper than three, or includes too many resources.',
    remedy: 'Correct the name, or request smaller pages.',
  },
  query_too_expensive: {
    when: 'The query of the list exceeds its time limit.',
    remedy:
      'Narrow it with filters, send page[total]=bounded, or sort by id, title, created, modified or uname, which have an index.',
  },
  empty_file: {
    when: 'The uploaded file has no bytes.',
    remedy: 'Send the file as the body of the request.',
  },
  incomplete_upload: {
    when: 'The service received fewer bytes than announced.',
    remedy: 'Upload the file again. The incomplete upload was discarded.',
  },
  file_type_mismatch: {
    when: 'The content of the file does not match Content-Type or the object type.',
    remedy: 'Send the right Content-Type, or upload to an object type for such files.',
  },
  file_type_forbidden: {
    when: 'The service does not accept files of this type.',
    remedy: 'Send a file of another type. The operator of the service sets UPLOAD_FORBIDDEN_TYPES.',
  },
  file_infected: {
    when: 'The malware scanner of the service has found malware in the file. Nothing was stored.',
    remedy: 'Scan the file where it comes from. The operator of the service sets MALWARE_SCANNER.',
  },
  unreadable_file: {
    when: 'The picture is truncated, corrupt or too large to be decoded.',
    remedy: 'Open it in an image editor and save it again, smaller if the detail says so.',
  },
  UPLOAD_MAX_FILESIZE_EXCEEDED: {
    when: 'The file for POST /files exceeds the maximum size.',
    remedy: 'Send a smaller file. The detail states the limit.',
  },
  authentication_required: {
    when: 'The operation is not public, and the request has no token.',
    remedy: 'Sign in with POST /auth and send the token as Authorization: Bearer.',
  },
  invalid_token: {
    when: 'The token was not issued by this service, its user can no longer sign in, or the password was changed or the user disabled after it was issued.',
    remedy: 'Sign in again.',
  },
  expired_token: {
    when: 'The access token has expired.',
    remedy: 'Renew it: POST /auth with grant_type refresh_token and the refresh token.',
  },
  second_factor_required: {
    when: 'The password is right, and the user has a second factor.',
    remedy: 'Send error.meta.challenge to POST /auth with grant_type second_factor and a code of the authenticator.',
  },
  second_factor_enrolment_required: {
    when: 'The password is right, and the user has a role that requires a second factor, but none by now.',
    remedy:
      'Send error.meta.challenge to POST and PATCH /auth/second_factor, which enrols one and signs in. After a renewal there is no challenge: sign in again.',
  },
  login_failed: {
    when: 'The user name or the password is wrong, or the refresh token is unknown, revoked or expired.',
    remedy: 'Sign in with the right ones. For security the answer does not say which of the two is wrong.',
  },
  application_unauthorized: {
    when: 'The token was issued for another application than the one of the API key.',
    remedy: 'Send the API key of the sign-in, or sign in again with this one.',
  },
  forbidden: {
    when: 'The caller does not have permission, or no caller may make the change.',
    remedy: 'Use an account with the right role. /home lists what the caller may do.',
  },
  fresh_factor_required: {
    when: 'The request changes permissions, administrators, providers, secrets, settings or the own second factor, or ends sessions, and the second factor was confirmed too long ago.',
    remedy: 'Send a code of the second factor to POST /auth/second_factor/check, then the same request again.',
  },
  fresh_sign_in_required: {
    when: 'The request ends sessions, or changes the credentials of a user without a password, and its user, who has no second factor, signed in too long ago.',
    remedy: 'Send the password to POST /auth/second_factor/check, or sign in again; then send the same request again.',
  },
  missing_api_key: {
    when: 'The service requires the API key of an application with every request.',
    remedy: 'Send it in the header X-Api-Key. Administrators make one in /admin/applications.',
  },
  invalid_api_key: {
    when: 'The API key is not that of an enabled application.',
    remedy: 'Send another one. Administrators enable applications in /admin/applications.',
  },
  abstract_type: {
    when: 'The type is abstract: only its subtypes have objects.',
    remedy: 'Use the endpoint of a subtype, such as /documents instead of /objects.',
  },
  client_id_forbidden: {
    when: 'The body of a POST has an id.',
    remedy: 'Leave it out: the service assigns ids.',
  },
  locked: {
    when: 'The object is locked: its status and uname cannot be changed, and it cannot be deleted.',
    remedy: 'An administrator unlocks it with meta.locked false.',
  },
  immutable: {
    when: 'The resource is part of the service or derived from another one, and this change is not possible.',
    remedy: 'Read the detail: it says what to do instead.',
  },
  in_use: {
    when: 'Another resource depends on this one.',
    remedy: 'First remove what the detail names. Objects may be in the trash.',
  },
  UPLOAD_QUOTA_EXCEEDED: {
    when: 'With this file, your files or all files together would exceed their quota.',
    remedy: UPLOAD_LIMIT,
  },
  UPLOAD_FILES_LIMIT_EXCEEDED: {
    when: 'You have reached the maximum number of files of a user.',
    remedy: UPLOAD_LIMIT,
  },
  invalid_signature: {
    when: 'The signed address of a file was changed or truncated.',
    remedy: 'Read the resource again, and use its address unchanged.',
  },
  expired_signature: {
    when: 'The signed address of a file has expired.',
    remedy: 'Read the resource again for a new one.',
  },
  not_found: {
    when: 'The resource does not exist, or the caller may not see it.',
    remedy: 'Check type and id. Drafts and objects with permissions are visible only to certain users.',
  },
  route_not_found: {
    when: 'No operation has this path.',
    remedy: 'Check the path in the reference. The endpoint of a type has its name.',
  },
  page_not_found: {
    when: 'The page number is beyond the last page of the list.',
    remedy: 'Follow links.next until it is null, or use meta.pagination.page_count.',
  },
  method_not_allowed: {
    when: 'The path does not support this method.',
    remedy: 'Use a method that the header Allow lists.',
  },
  not_acceptable: {
    when: 'The operation supports none of the media types of the header Accept.',
    remedy: 'Send application/vnd.api+json or */*. The detail lists the supported types.',
  },
  request_timeout: {
    when: 'The request or its body was not received in time.',
    remedy: 'Send it again, on a better connection if the file is large.',
  },
  type_conflict: {
    when: 'The type in the body is not that of the path or of the relation.',
    remedy: 'Send the type that the detail names.',
  },
  id_conflict: {
    when: 'The id in the body is not the one in the path.',
    remedy: 'Send the id of the resource in the path.',
  },
  conflict: {
    when: 'The request conflicts with the current state of the resource.',
    remedy: 'Read the resource again, and adapt the request.',
  },
  idempotency_key_in_use: {
    when: 'The first request with this Idempotency-Key is still being processed.',
    remedy: 'Send it again, with the same key, after the seconds in the header Retry-After.',
  },
  idempotency_response_lost: {
    when: 'The request with this Idempotency-Key was committed, but its answer was not stored: the service was stopped in between, or the answer was too large.',
    remedy:
      'Read the stored resources, of which the detail names the new ones. Send the missing changes with another key.',
  },
  cursor_expired: {
    when: 'The feed is read from an event that the database does not have, because it was restored from a backup for instance.',
    remedy: 'Read everything again by lists, and then the feed from the meta.cursor of GET /feed?page[before]=.',
  },
  length_required: {
    when: 'The upload has no length.',
    remedy: 'Send the header Content-Length.',
  },
  precondition_failed: {
    when: 'The resource has changed since the ETag in If-Match was read.',
    remedy: 'Read it again, apply the change to the new state, and send the new ETag.',
  },
  payload_too_large: {
    when: 'The body exceeds the limit of the operation.',
    remedy: 'Send less at a time. The detail states the limit.',
  },
  uri_too_long: {
    when: 'The URL exceeds the maximum length.',
    remedy: 'Use fewer ids or filters in one request.',
  },
  unsupported_media_type: {
    when: 'The operation does not support this Content-Type.',
    remedy: 'Send application/vnd.api+json. The detail lists the supported types.',
  },
  range_not_satisfiable: {
    when: 'The range is beyond the end of the file.',
    remedy: 'Request a range within the size in Content-Range.',
  },
  expectation_failed: {
    when: 'The request has an Expect header with something other than 100-continue.',
    remedy: 'Leave the header out.',
  },
  idempotency_key_reused: {
    when: 'The Idempotency-Key was used for another request in the last 24 hours, with another path, query, body or media type.',
    remedy: 'Use a new key for each request, such as a UUID. Use the same key again only to retry the same request.',
  },
  too_many_requests: {
    when: 'The caller sent too many requests, failed sign-ins or uploads in a short time.',
    remedy: 'Wait for the seconds in the header Retry-After.',
  },
  internal_error: {
    when: 'An unexpected error occurred in the service.',
    remedy: 'Report it to the operator of the service with the time and the request. The log has the cause.',
  },
  service_unavailable: {
    when: 'The database or the storage cannot be reached, its disk is full, or too many concurrent changes conflict.',
    remedy: 'Send the request again after the seconds in the header Retry-After.',
  },
};

/** An error with its documentation. */
export type ExplainedError = ErrorFace & ErrorAdvice;

/** Of a project's own code, which must give a title only. */
const PROJECT_ADVICE: ErrorAdvice = {
  when: "A rule of this project's own code does not allow it.",
  remedy: 'Read the detail: it says what is wrong.',
};

/**
 * Every error of a running service, by status.
 * @param expiredTokenCode the code of an expired token (D17)
 * @param own errors of the project's own code, with their advice, if any (D346)
 */
export function explainedErrors(
  expiredTokenCode: string,
  own: readonly (ErrorFace & Partial<ErrorAdvice>)[],
): ExplainedError[] {
  // cast: Object.keys widens the keys of a constant to text
  const ofService = (Object.keys(ERROR_CODES) as ErrorCode[]).map((code) => ({
    code: code === 'expired_token' ? expiredTokenCode : code,
    ...ERROR_CODES[code],
    ...ERROR_GUIDE[code],
  }));
  return [...ofService, ...own.map((error) => ({ ...PROJECT_ADVICE, ...error }))].sort((a, b) => a.status - b.status);
}
