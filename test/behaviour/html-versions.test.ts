// Versions as pages: the changes, and the earlier object (D371, D505).
import { beforeAll, expect, it } from 'vitest';
import { openBrowserClient, type BrowserClient } from '../support/browser-client.ts';
import { type ResourceData, serviceForTests } from '../support/service.ts';
import { at, patch } from '../support/versions.ts';

const test = serviceForTests();
let admin: BrowserClient;
let made: ResourceData;
beforeAll(async () => {
  admin = openBrowserClient(test);
  await admin.signIn('admin');
  made = await test.editor.create('/documents', { title: 'The first title', status: 'on' });
  await patch(test.editor, made, { title: 'The second title' });
});

it('lists show the changes of each version, and link to it', async () => {
  const { status, text } = await admin.get(at(made));
  expect(status).toBe(200);
  expect(text).toMatch(new RegExp(`<th scope="row"><a href="${at(made, '/2')}">2<`));
  for (const shown of ['update', 'create', 'title']) expect(text).toContain(shown);
});

it('a version shows the earlier object, and its differences from another version', async () => {
  const { status, text } = await admin.get(at(made, '/1?compare=2'));
  expect(status).toBe(200);
  for (const shown of ['The first title', 'The second title']) expect(text).toContain(shown);
  expect(text).toContain(`href="${at(made)}"`);
  expect((await admin.get(at(made, '/3'))).status).toBe(404);
});
