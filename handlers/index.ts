// All handlers, one for each operation of the description: one that is missing does not compile.
import type { Handlers } from '../core/http/handler.ts';
import { annotationHandlers } from './objects/annotations.ts';
import { auditHandlers } from './admin/audit.ts';
import { applicationHandlers } from './admin/applications.ts';
import { asyncJobHandlers } from './admin/async-jobs.ts';
import { authProviderHandlers } from './admin/auth-providers.ts';
import { authUserHandlers } from './accounts/auth-user.ts';
import { authHandlers } from './accounts/auth.ts';
import { bulkHandlers } from './objects/bulk.ts';
import { categoryHandlers } from './objects/categories.ts';
import { configHandlers } from './admin/config.ts';
import { endpointPermissionHandlers } from './admin/endpoint-permissions.ts';
import { directUploadHandlers } from './files/direct-uploads.ts';
import { downloadHandlers } from './files/downloads.ts';
import { endpointHandlers } from './admin/endpoints.ts';
import { explainHandlers } from './admin/explain.ts';
import { externalAuthHandlers } from './accounts/external-auth.ts';
import { feedHandlers } from './objects/feed.ts';
import { historyHandlers } from './objects/history.ts';
import { folderHandlers } from './objects/folders.ts';
import { legacyObjectHandlers } from './legacy/legacy-objects.ts';
import { legacyFileHandlers } from './legacy/legacy-files.ts';
import { legacyMeHandlers } from './legacy/legacy-me.ts';
import { legacyPosterHandlers } from './legacy/legacy-posters.ts';
import { mediaUploadHandlers } from './files/media-uploads.ts';
import { modelHandlers } from './model/model.ts';
import { legacyWriteHandlers } from './legacy/legacy-writes.ts';
import { objectPermissionHandlers } from './objects/object-permissions.ts';
import { objectTypeHandlers } from './model/object-types.ts';
import { objectStreamHandlers } from './files/object-streams.ts';
import { objectHandlers } from './objects/objects.ts';
import { operationHandlers } from './operations.ts';
import { passkeyHandlers } from './accounts/passkeys.ts';
import { propertyHandlers } from './model/properties.ts';
import { propertyTypeHandlers } from './model/property-types.ts';
import { relatedObjectHandlers } from './objects/related-objects.ts';
import { relationHandlers } from './model/relations.ts';
import { roleHandlers } from './accounts/roles.ts';
import { serviceHandlers } from './service.ts';
import type { Services } from './services.ts';
import { streamVersionHandlers } from './files/stream-versions.ts';
import { streamHandlers } from './files/streams.ts';
import { sysinfoHandlers } from './admin/sysinfo.ts';
import { secondFactorHandlers } from './accounts/second-factor.ts';
import { sessionHandlers } from './accounts/sessions.ts';
import { signInProviderHandlers } from './accounts/sign-in-providers.ts';
import { signupHandlers } from './accounts/signup.ts';
import { tagHandlers } from './objects/tags.ts';
import { thumbnailHandlers } from './files/thumbnails.ts';
import { translationHandlers } from './objects/translations.ts';
import { trashHandlers } from './objects/trash.ts';
import { userHandlers } from './accounts/users.ts';
import { versionHandlers } from './objects/versions.ts';
import { webhookHandlers } from './admin/webhooks.ts';

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
