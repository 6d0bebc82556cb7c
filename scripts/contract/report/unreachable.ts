// Documented statuses that clients cannot provoke, each with the reason. A run must reach all others.
import type { Operation } from '../operations.ts';

export interface Unreachable {
  statuses: readonly string[];
  /** Of these operations; of all by default. */
  of?: (operation: Operation) => boolean;
  reason: string;
}

/** @param operationIds with blanks between them */
const isOneOf =
  (operationIds: string) =>
  ({ operationId }: Operation): boolean =>
    operationIds.split(' ').includes(operationId);

const UNREACHABLE: readonly Unreachable[] = [
  { statuses: ['429'], reason: 'needs a limit of requests or sign-ins to be passed, which would lock others out' },
  { statuses: ['500'], reason: 'is a fault of the service itself' },
  { statuses: ['503'], reason: 'needs a database, a storage or a queue that is away or full' },
  { statuses: ['408'], reason: 'needs a body that takes longer than BODY_TIMEOUT or UPLOAD_IDLE_TIMEOUT' },
  {
    statuses: ['404'],
    of: ({ parameters }) => parameters.every((name) => name === 'file_name' || name === 'object_type'),
    reason: 'needs the endpoint to be disabled for all callers, which the run does only with that of its own type',
  },
  {
    statuses: ['404'],
    of: isOneOf('updateStream'),
    reason: 'would be 403 for any stream, and needs the endpoint to be disabled for all callers',
  },
  {
    statuses: ['401'],
    of: isOneOf('signUp activateSignup createCredentialsChange changeCredentials createAuthorization'),
    reason: 'needs rows of /admin/endpoint_permissions that close it to those who are not signed in',
  },
  { statuses: ['202'], of: isOneOf('activateSignup'), reason: 'needs the UUID of a mail' },
  {
    statuses: ['302'],
    of: isOneOf('downloadStream'),
    reason: 'needs a bucket that clients may use, by STORAGE_DIRECT',
  },
  {
    statuses: ['201', '204', '409', '422'],
    of: isOneOf('createDirectUpload createDirectUploadStream deleteDirectUpload'),
    reason: 'needs a bucket that clients may use, by STORAGE_DIRECT',
  },
  {
    statuses: ['404', '413'],
    of: isOneOf('createDirectUpload'),
    reason: 'is 201 where clients may use the bucket, and needs the largest file of the deployment to be known',
  },
  {
    statuses: ['422'],
    of: isOneOf('activateSignup createAuthorization createCredentialsChange signUp'),
    reason: 'needs a request that succeeds, which sends a mail or leads to an OpenID provider',
  },
  {
    statuses: ['422'],
    of: isOneOf('uploadLegacyFile addImageStreams'),
    reason: 'needs the key of a request that has succeeded, and these are sent without one',
  },
  {
    statuses: ['409'],
    of: isOneOf(
      'activateSignup addImageStreams addObjectChildren addObjectRelations cloneStream createObject createAuthorization ' +
        'createCredentialsChange editObjects signIn signUp uploadImage uploadStream checkWebhook renewWebhookSecret',
    ),
    reason: 'needs two requests with one key at the same moment, where nothing else is in conflict',
  },
  {
    statuses: ['200'],
    of: isOneOf('activateSecondFactor'),
    reason: 'needs codes of an authenticator, and would keep the reader from signing in',
  },
  {
    statuses: ['409', '422'],
    of: isOneOf('createSecondFactor'),
    reason: 'needs an administrator who enrols a second factor, with the password of the run',
  },
  {
    statuses: ['200', '204', '409', '422'],
    of: isOneOf('activatePasskey createPasskeyChallenge createPasskey updatePasskey deletePasskey'),
    reason: 'needs an authenticator, and would keep the reader from signing in',
  },
  {
    statuses: ['204'],
    of: isOneOf('deleteSecondFactor removeAuthenticator'),
    reason: 'needs a user with a second factor',
  },
  {
    statuses: ['200', '409', '422'],
    of: isOneOf('checkSecondFactor renewRecoveryCodes'),
    reason: 'needs a user with a second factor',
  },
  {
    statuses: ['200', '409', '422'],
    of: isOneOf('replayWebhook'),
    reason: 'needs events that were sent, to a receiver',
  },
  { statuses: ['200'], of: isOneOf('changeCredentials'), reason: 'needs the UUID of a mail' },
  { statuses: ['200', '404'], of: isOneOf('createAuthorization'), reason: 'needs an OpenID provider' },
];

export const reasonFor = (operation: Operation, status: string): string | undefined =>
  UNREACHABLE.find(({ statuses, of }) => statuses.includes(status) && (of === undefined || of(operation)))?.reason;
