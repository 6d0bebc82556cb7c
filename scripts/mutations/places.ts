// Where faults are made, and which tests must notice them: each folder of core has at least one place.

import { DESCRIPTION, factFaults, FACTS } from './fact-faults.ts';
import type { Fault } from './faults.ts';
import { raisingFaults } from './raising-faults.ts';

export interface Place {
  /** Files that the tests cover. */
  sources: readonly string[];
  /** By rules over the syntax tree by default. */
  faultsIn?: (file: string, content: string) => Fault[];
  /** Every fault is made, not some of them. */
  isWhole?: boolean;
  /** In one process: commands that tests start as processes are bundled without the fault. */
  tests: readonly string[];
}

const place = (folder: string, sources: readonly string[], ...tests: string[]): Place => ({
  sources: sources.map((name) => `core/${folder}${folder && '/'}${name}.ts`),
  tests: tests.map((name) => `test/${name}.test.ts`),
});

/** A fact of operations whose treatment the tests see from outside. */
const fact = (name: (typeof FACTS)[number], operations: readonly string[] | undefined, ...tests: string[]): Place => ({
  sources: [DESCRIPTION],
  faultsIn: factFaults(name, operations),
  tests: tests.map((test) => `test/${test}.test.ts`),
});

/** Each raising of a version (D910). */
const raising = (sources: readonly string[], ...tests: string[]): Place => ({
  ...place('', sources, ...tests),
  faultsIn: raisingFaults,
  isWhole: true,
});

export const PLACES: readonly Place[] = [
  place('', ['uname'], 'core/objects/uname'),
  place('disk', ['make-folder'], 'core/files/make-folder'),
  place('json', ['json-in-slices'], 'core/http/json-in-slices'),
  place('network', ['parse-url', 'content-encoding'], 'core/http/parse-url', 'core/http/content-encoding'),
  place('service', ['own-model-client'], 'behaviour/model/model-as-code'),
  place('access', ['access-rules', 'address-group'], 'core/access/access-rules', 'core/http/address-group'),
  place('accounts', ['allowed-urls'], 'core/access/allowed-urls'),
  place('admin', ['applications'], 'api/admin/applications'),
  place('backup', ['entry-names', 'check-manifest'], 'behaviour/commands/forged-backups'),
  place('browser', ['pages/columns'], 'behaviour/pages/html-reading'),
  place('client', ['included', 'query', 'pages'], 'client/client'),
  place('clone', ['clone-object', 'copy-links'], 'api/objects/clone'),
  place(
    'config',
    ['factor-settings', 'reach'],
    'core/access/factor-settings',
    'core/objects/reach',
    'core/access/allowed-urls',
  ),
  place(
    'description',
    ['openapi-schema', 'yaml-text'],
    'core/description/openapi-schema',
    'core/description/yaml-text',
  ),
  place('events', ['events'], 'behaviour/events/object-events', 'behaviour/events/feed'),
  place('extensions', ['guarded'], 'behaviour/extensions/extensions-objects', 'behaviour/extensions/extensions-faults'),
  place(
    'files',
    ['type-fit', 'file-name', 'base64-decoder'],
    'core/description/type-fit',
    'core/files/file-name',
    'core/files/base64-decoder',
  ),
  place(
    'format',
    ['jsonapi/documents', 'jsonapi/list-request'],
    'core/description/documents',
    'core/http/list-request',
  ),
  place(
    'http',
    ['request/request-target', 'response/etag', 'limits/client-address'],
    'core/http/request-target',
    'core/http/etag',
    'core/http/client-address',
  ),
  place('http', ['response/responder', 'response/error-responder'], 'api/model/tags'),
  place('jobs', ['job-rows', 'clean-up', 'waiting-jobs'], 'behaviour/background/jobs'),
  place('legacy', ['sections'], 'legacy/relations-reading', 'legacy/tree-reading'),
  place('mail', ['mail-link', 'mail-templates', 'greetable-name'], 'core/mail/mail-link', 'core/mail/mail-templates'),
  place('metrics', ['metrics'], 'api/admin/metrics'),
  place('migrations', ['seed-model'], 'behaviour/commands/migrations'),
  place(
    'model',
    ['names', 'value-kind', 'attribute-values'],
    'core/objects/names',
    'core/objects/value-kind',
    'core/objects/attribute-values',
  ),
  place('modeling', ['object-type-rules'], 'core/description/model-rules'),
  place('model-as-code', ['compare-model'], 'behaviour/model/model-as-code'),
  place(
    'objects',
    ['changes/object-document', 'visibility/audiences', 'search/reader-text'],
    'core/description/object-document',
    'core/access/audiences',
    'core/objects/reader-text',
  ),
  place('query', ['filters', 'sort', 'search-terms'], 'core/http/conditions', 'core/objects/search-terms'),
  place('representation', ['responses', 'resource-view'], 'core/description/representation', 'api/model/tags'),
  place('resources', ['include'], 'core/http/include'),
  place('store', ['stored-keys', 'transactions/batched-find'], 'core/objects/stored-keys', 'core/objects/batched-find'),
  place(
    'store',
    ['exact-cache/versions', 'exact-cache/noted-collections', 'exact-cache/proofs'],
    'behaviour/responses/raised-versions',
  ),
  raising(
    [
      ...['store/exact-cache/versions', 'store/exact-cache/noted-collections', 'store/object-counts'],
      'store/recorded/recorded-transaction',
    ],
    'behaviour/responses/raised-versions',
  ),
  raising(['store/migrations'], 'behaviour/commands/migrations'),
  raising(['backup/restore-backup'], 'behaviour/commands/backup'),
  raising(['verify/verify-database'], 'behaviour/commands/verify'),
  place('taxonomy', ['tags'], 'api/model/tags'),
  place('tracing', ['trace-parent'], 'processes/starts/tracing'),
  place('verify', ['examine-links'], 'behaviour/commands/verify'),
  place('webhooks', ['pace', 'post-message'], 'core/process/webhook-pace', 'core/access/webhook-addresses'),
  // Any fact of any operation is noticed by the rules of its path.
  ...FACTS.map((name) => fact(name, undefined, 'contract/description/operation-facts')),
  // And these by what a client sees.
  fact('access', ['getHealth', 'getReady'], 'behaviour/accounts/api-keys'),
  fact('audit', ['listExternalAuth', 'listAsyncJobs', 'listPublicAsyncJobs'], 'behaviour/access/personal-data-reads'),
  fact('audit', ['createUser', 'createRole', 'createApplication', 'createObjectPermission'], 'behaviour/access/audit'),
  fact('cost', undefined, 'behaviour/requests/every-request-counts'),
  fact('cost', ['getHealth', 'getReady', 'getMetrics'], 'behaviour/requests/rate-limit'),
  fact('body', undefined, 'behaviour/requests/body-kinds'),
  fact('freshFactor', ['createRole', 'addRoleUsers', 'addUserRoles', 'updateUser'], 'api/accounts/fresh-factor'),
  fact('atomic', ['createTypedObject'], 'api/objects/operations-refused'),
  fact('personal', ['listUsers', 'listRoles', 'listAsyncJobs', 'listSessions'], 'behaviour/responses/cache-control'),
  fact('sharedCache', ['getTypedObject', 'listTypedObjects', 'listFolderChildren'], 'behaviour/responses/public-cache'),
  fact('signed', ['downloadStream'], 'behaviour/files/signed-addresses'),
  fact('idempotency', ['createTypedObject'], 'behaviour/requests/idempotency-rules'),
  fact('secretPathParameter', ['deleteRefreshToken'], 'core/http/request-target'),
];
