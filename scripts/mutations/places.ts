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
  place('', ['uname'], 'core/uname'),
  place('disk', ['make-folder'], 'core/make-folder'),
  place('json', ['json-in-slices'], 'core/json-in-slices'),
  place('network', ['parse-url', 'content-encoding'], 'core/parse-url', 'core/content-encoding'),
  place('service', ['own-model-client'], 'behaviour/model-as-code'),
  place('access', ['access-rules', 'address-group'], 'core/access-rules', 'core/address-group'),
  place('accounts', ['allowed-urls'], 'core/allowed-urls'),
  place('admin', ['applications'], 'api/applications'),
  place('backup', ['entry-names', 'check-manifest'], 'behaviour/forged-backups'),
  place('browser', ['pages/columns'], 'behaviour/html-reading'),
  place('client', ['included', 'query', 'pages'], 'client/client'),
  place('clone', ['clone-object', 'copy-links'], 'api/clone'),
  place('config', ['factor-settings', 'reach'], 'core/factor-settings', 'core/reach', 'core/allowed-urls'),
  place('description', ['openapi-schema', 'yaml-text'], 'core/openapi-schema', 'core/yaml-text'),
  place('events', ['events'], 'behaviour/object-events', 'behaviour/feed'),
  place('extensions', ['object-guard', 'guarded'], 'behaviour/extensions-objects'),
  place('files', ['type-fit', 'file-name', 'base64-decoder'], 'core/type-fit', 'core/file-name', 'core/base64-decoder'),
  place('format', ['jsonapi/documents', 'jsonapi/list-request'], 'core/documents', 'core/list-request'),
  place(
    'http',
    ['request/request-target', 'response/etag', 'limits/client-address'],
    'core/request-target',
    'core/etag',
    'core/client-address',
  ),
  place('http', ['response/responder', 'response/error-responder'], 'api/tags'),
  place('jobs', ['job-rows', 'clean-up', 'waiting-jobs'], 'behaviour/jobs'),
  place('legacy', ['sections'], 'legacy/relations-reading', 'legacy/tree-reading'),
  place('mail', ['mail-link', 'mail-templates', 'greetable-name'], 'core/mail/mail-link', 'core/mail/mail-templates'),
  place('metrics', ['metrics'], 'api/metrics'),
  place('migrations', ['seed-model'], 'behaviour/migrations'),
  place('model', ['names', 'value-kind', 'attribute-values'], 'core/names', 'core/value-kind', 'core/attribute-values'),
  place('modeling', ['object-type-rules'], 'core/model-rules'),
  place('model-as-code', ['compare-model'], 'behaviour/model-as-code'),
  place(
    'objects',
    ['writing/object-document', 'visibility/audiences', 'search/reader-text'],
    'core/object-document',
    'core/audiences',
    'core/reader-text',
  ),
  place('query', ['filters', 'sort', 'search-terms'], 'core/conditions', 'core/search-terms'),
  place('representation', ['responses', 'resource-view'], 'core/representation', 'api/tags'),
  place('resources', ['include'], 'core/include'),
  place('store', ['stored-keys', 'transactions/batched-find'], 'core/stored-keys', 'core/batched-find'),
  place(
    'store',
    ['exact-cache/versions', 'exact-cache/noted-collection', 'exact-cache/proofs'],
    'behaviour/raised-versions',
  ),
  raising(
    [
      ...['store/exact-cache/versions', 'store/exact-cache/noted-collection', 'store/object-counts'],
      'store/recorded/recorded-transaction',
    ],
    'behaviour/raised-versions',
  ),
  raising(['store/migrations'], 'behaviour/migrations'),
  raising(['backup/restore-backup'], 'behaviour/backup'),
  raising(['verify/verify-database'], 'behaviour/verify'),
  place('taxonomy', ['tags'], 'api/tags'),
  place('tracing', ['trace-parent'], 'processes/tracing'),
  place('verify', ['examine-links'], 'behaviour/verify'),
  place('webhooks', ['pace', 'post-message'], 'core/webhook-pace', 'core/webhook-addresses'),
  // Any fact of any operation is noticed by the rules of its path.
  ...FACTS.map((name) => fact(name, undefined, 'contract/operation-facts')),
  // And these by what a client sees.
  fact('access', ['getHealth', 'getReady'], 'behaviour/api-keys'),
  fact('audit', ['listExternalAuth', 'listAsyncJobs', 'listPublicAsyncJobs'], 'behaviour/personal-data-reads'),
  fact('audit', ['createUser', 'createRole', 'createApplication', 'createObjectPermission'], 'behaviour/audit'),
  fact('cost', undefined, 'behaviour/every-request-counts'),
  fact('cost', ['getHealth', 'getReady', 'getMetrics'], 'behaviour/rate-limit'),
  fact('body', undefined, 'behaviour/body-kinds'),
  fact('freshFactor', ['createRole', 'addRoleUsers', 'addUserRoles', 'updateUser'], 'api/fresh-factor'),
  fact('atomic', ['createTypedObject'], 'api/operations-refused'),
  fact('personal', ['listUsers', 'listRoles', 'listAsyncJobs', 'listSessions'], 'behaviour/cache-control'),
  fact('sharedCache', ['getTypedObject', 'listTypedObjects', 'listFolderChildren'], 'behaviour/public-cache'),
  fact('signed', ['downloadStream'], 'behaviour/signed-addresses'),
  fact('idempotency', ['createTypedObject'], 'behaviour/idempotency-rules'),
  fact('secretPathParameter', ['deleteRefreshToken'], 'core/request-target'),
];
