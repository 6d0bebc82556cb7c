// Typical faults: each is applied to a copy of the project, and a test must notice it.

export interface Mutation {
  fault: string;
  file: string;
  /** Occurs once in the file. */
  find: string;
  replace: string;
  /** One of these must fail. */
  tests: string[];
}

export const MUTATIONS: readonly Mutation[] = [
  {
    fault: 'a field is dropped',
    file: 'core/objects/object-resource.ts',
    find: "  ['created_by', (document) => document.created_by],\n",
    replace: '',
    tests: ['test/contract/fields.test.ts'],
  },
  {
    fault: 'a field has the wrong type',
    file: 'core/format/jsonapi/documents.ts',
    find: '...(isCounted && { count }),',
    replace: '...(isCounted && { count: String(count) as never }),',
    tests: ['test/api/tags.test.ts'],
  },
  {
    fault: 'a status is the wrong one',
    file: 'core/representation/answers.ts',
    find: 'return { status: 201,',
    replace: 'return { status: 202 as 201,',
    tests: ['test/api/typed.test.ts'],
  },
  {
    fault: 'a header is missing',
    file: 'core/representation/answers.ts',
    find: 'const headers = { Location: context.url.base + path };',
    replace: 'const headers = {} as { Location: string };',
    tests: ['test/api/typed.test.ts'],
  },
  {
    fault: 'a parameter is taken that is not described',
    file: 'core/http/openapi-backend.ts',
    find: 'strict: false, ...own,',
    replace: 'strict: false, removeAdditional: true, ...own,',
    tests: ['test/behaviour/bad-input.test.ts'],
  },
  {
    fault: 'an answer has the wrong media type',
    file: 'core/http/responder.ts',
    find: "if (reply.body !== undefined) own['Content-Type'] = mediaType;",
    replace: "if (reply.body !== undefined) own['Content-Type'] = `${mediaType}; charset=utf-8`;",
    tests: ['test/api/tags.test.ts'],
  },
  {
    fault: 'a link leads nowhere',
    file: 'core/format/jsonapi/documents.ts',
    find: 'links: { related: own + related,',
    replace: "links: { related: own + '/related' + related,",
    tests: ['test/api/typed.test.ts', 'test/core/documents.test.ts'],
  },
  {
    fault: 'a resource has the name of another type',
    file: 'core/objects/object-resource.ts',
    find: '    type: type.name,\n    path:',
    replace: "    type: type.name === 'documents' ? 'news' : type.name,\n    path:",
    tests: ['test/api/typed.test.ts'],
  },
  {
    fault: 'an error has no code',
    file: 'core/http/error-responder.ts',
    find: '        ...(own ? faceOf(own) : face),\n',
    replace: '        title: face.title,\n',
    tests: ['test/api/tags.test.ts'],
  },
  {
    fault: 'a 204 has a body',
    file: 'handlers/objects.ts',
    find: '      await trashObject(objects, params.object_type_name, params.object_id, context);\n      return { status: 204 };',
    replace:
      '      await trashObject(objects, params.object_type_name, params.object_id, context);\n      return { status: 204, body: { data: null } } as never;',
    tests: ['test/api/typed.test.ts'],
  },
];
