// Where faults are made, and which tests must notice them: each folder of core has at least one place.

export interface Place {
  /** Files that the tests cover. */
  sources: readonly string[];
  /** In one process: commands that tests start as processes are bundled without the fault. */
  tests: readonly string[];
}

const place = (folder: string, sources: readonly string[], ...tests: string[]): Place => ({
  sources: sources.map((name) => `core/${folder}${folder && '/'}${name}.ts`),
  tests: tests.map((name) => `test/${name}.test.ts`),
});

export const PLACES: readonly Place[] = [
  place('', ['uname', 'parse-url', 'content-encoding'], 'core/uname', 'core/parse-url', 'core/content-encoding'),
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
    ['request-target', 'etag', 'client-address'],
    'core/request-target',
    'core/etag',
    'core/client-address',
  ),
  place('http', ['responder', 'error-responder'], 'api/tags'),
  place('jobs', ['job-rows', 'clean-up', 'waiting-jobs'], 'behaviour/jobs'),
  place('legacy', ['sections'], 'legacy/relations-reading', 'legacy/tree-reading'),
  place('mail', ['mail-link', 'mail-templates', 'greetable-name'], 'core/mail/mail-link', 'core/mail/mail-templates'),
  place('metrics', ['metrics'], 'api/metrics'),
  place('migrations', ['add-account-names'], 'behaviour/migrations'),
  place('model', ['names', 'value-kind', 'attribute-values'], 'core/names', 'core/value-kind', 'core/attribute-values'),
  place('modeling', ['object-type-rules'], 'core/model-rules'),
  place(
    'objects',
    ['object-document', 'audiences', 'reader-text'],
    'core/object-document',
    'core/audiences',
    'core/reader-text',
  ),
  place('query', ['filters', 'sort', 'search-terms'], 'core/conditions', 'core/search-terms'),
  place('representation', ['answers', 'resource-view'], 'core/representation', 'api/tags'),
  place('resources', ['include'], 'core/include'),
  place('store', ['stored-keys', 'batched-find'], 'core/stored-keys', 'core/batched-find'),
  place('taxonomy', ['tags'], 'api/tags'),
  place('tracing', ['trace-parent'], 'processes/tracing'),
  place('verify', ['examine-links'], 'behaviour/verify'),
  place('webhooks', ['pace', 'post-message'], 'core/webhook-pace', 'core/webhook-addresses'),
];
