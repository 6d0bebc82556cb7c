// All handlers, one for each operation of the description: one that is missing does not compile.
import type { Handlers } from '../core/http/handler.ts';
import { annotationHandlers } from './annotations.ts';
import { auditHandlers } from './audit.ts';
import { applicationHandlers } from './applications.ts';
import { asyncJobHandlers } from './async-jobs.ts';
import { authProviderHandlers } from './auth-providers.ts';
import { authUserHandlers } from './auth-user.ts';
import { authHandlers } from './auth.ts';
import { bulkHandlers } from './bulk.ts';
import { categoryHandlers } from './categories.ts';
import { configHandlers } from './config.ts';
import { endpointPermissionHandlers } from './endpoint-permissions.ts';
import { directUploadHandlers } from './direct-uploads.ts';
import { downloadHandlers } from './downloads.ts';
import { endpointHandlers } from './endpoints.ts';
import { explainHandlers } from './explain.ts';
import { externalAuthHandlers } from './external-auth.ts';
import { feedHandlers } from './feed.ts';
import { historyHandlers } from './history.ts';
import { folderHandlers } from './folders.ts';
import { legacyObjectHandlers } from './legacy-objects.ts';
import { legacyFileHandlers } from './legacy-files.ts';
import { legacyMeHandlers } from './legacy-me.ts';
import { legacyPosterHandlers } from './legacy-posters.ts';
import { mediaUploadHandlers } from './media-uploads.ts';
import { modelHandlers } from './model.ts';
import { legacyWriteHandlers } from './legacy-writes.ts';
import { objectPermissionHandlers } from './object-permissions.ts';
import { objectTypeHandlers } from './object-types.ts';
import { objectStreamHandlers } from './object-streams.ts';
import { objectHandlers } from './objects.ts';
import { operationHandlers } from './operations.ts';
import { passkeyHandlers } from './passkeys.ts';
import { propertyHandlers } from './properties.ts';
import { propertyTypeHandlers } from './property-types.ts';
import { relatedObjectHandlers } from './related-objects.ts';
import { relationHandlers } from './relations.ts';
import { roleHandlers } from './roles.ts';
import { serviceHandlers } from './service.ts';
import type { Services } from './services.ts';
import { streamVersionHandlers } from './stream-versions.ts';
import { streamHandlers } from './streams.ts';
import { sysinfoHandlers } from './sysinfo.ts';
import { secondFactorHandlers } from './second-factor.ts';
import { sessionHandlers } from './sessions.ts';
import { signInProviderHandlers } from './sign-in-providers.ts';
import { signupHandlers } from './signup.ts';
import { tagHandlers } from './tags.ts';
import { thumbnailHandlers } from './thumbnails.ts';
import { translationHandlers } from './translations.ts';
import { trashHandlers } from './trash.ts';
import { userHandlers } from './users.ts';
import { versionHandlers } from './versions.ts';
import { webhookHandlers } from './webhooks.ts';

export const createHandlers = (services: Services): Handlers => ({
  ...annotationHandlers(services),
  ...applicationHandlers(services),
  ...auditHandlers(services),
  ...asyncJobHandlers(services),
  ...authHandlers(services),
  ...authProviderHandlers(services),
  ...authUserHandlers(services),
  ...bulkHandlers(services),
  ...categoryHandlers(services),
  ...configHandlers(services),
  ...directUploadHandlers(services),
  ...downloadHandlers(services),
  ...endpointHandlers(services),
  ...endpointPermissionHandlers(services),
  ...explainHandlers(services),
  ...externalAuthHandlers(services),
  ...feedHandlers(services),
  ...historyHandlers(services),
  ...folderHandlers(services),
  ...legacyObjectHandlers(services),
  ...legacyFileHandlers(services),
  ...legacyMeHandlers(services),
  ...legacyPosterHandlers(services),
  ...mediaUploadHandlers(services),
  ...modelHandlers(services),
  ...legacyWriteHandlers(services),
  ...objectPermissionHandlers(services),
  ...objectHandlers(services),
  ...objectStreamHandlers(services),
  ...objectTypeHandlers(services),
  ...operationHandlers(services),
  ...passkeyHandlers(services),
  ...propertyHandlers(services),
  ...propertyTypeHandlers(services),
  ...relatedObjectHandlers(services),
  ...relationHandlers(services),
  ...roleHandlers(services),
  ...serviceHandlers(services),
  ...streamHandlers(services),
  ...streamVersionHandlers(services),
  ...sysinfoHandlers(services),
  ...secondFactorHandlers(services),
  ...sessionHandlers(services),
  ...signInProviderHandlers(services),
  ...signupHandlers(services),
  ...tagHandlers(services),
  ...thumbnailHandlers(services),
  ...translationHandlers(services),
  ...trashHandlers(services),
  ...userHandlers(services),
  ...versionHandlers(services),
  ...webhookHandlers(services),
});
