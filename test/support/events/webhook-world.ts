// Webhooks of a service and a receiver of them, for the tests.
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { openTestService, type ResourceData, type TestService } from '../service.ts';
import { openWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts';

export const WEBHOOK_ENV = {
  PROCESS_ROLE: 'all',
  WEBHOOK_PRIVATE_NETWORKS: 'on',
  JWT_SECRET: 'a-secret-of-more-than-thirty-two-characters',
  JWT_TTL: '365d',
  PUBLIC_URL: 'http://localhost',
};

/** Delivers the present events. */
export async function deliverAll({ service }: Pick<TestService, 'service'>): Promise<void> {
  await service.services.recordedEvents.reader.settle();
}

/** One service for a test file; a receiver and no webhook at the begin of each test. */
export function webhookWorld() {
  let test: TestService;
  let receiver: WebhookReceiver;
  let serial = 0;
  beforeAll(async () => {
    test = await openTestService({ env: WEBHOOK_ENV });
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    receiver = await openWebhookReceiver();
  });
  afterEach(async () => {
    const { store } = test.service.services;
    for (const { _id } of await store.webhooks.find().toArray()) await test.admin.delete(`/admin/webhooks/${_id}`);
    await receiver.close();
  });
  const patch = async (path: string, id: string, attributes: object): Promise<ResourceData> => {
    const type = path.split('/').at(-1);
    const response = await test.admin.patch(`${path}/${id}`, { data: { type, id, attributes } });
    if (response.status !== 200) throw new Error(response.text);
    return (response.body as { data: ResourceData }).data;
  };
  return {
    test: () => test,
    receiver: () => receiver,
    hookAt: (path = '', attributes: object = {}): Promise<ResourceData> =>
      test.admin.create('/admin/webhooks', { name: `hook-${++serial}`, url: receiver.url + path, ...attributes }),
    settle: () => deliverAll(test),
    make: async (attributes: object, type = 'documents'): Promise<string> =>
      (await test.editor.create(`/${type}`, { ...attributes })).id,
    change: (id: string, attributes: object) => patch('/documents', id, attributes),
    update: (id: string, attributes: object) => patch('/admin/webhooks', id, attributes),
    /** The accepted messages: `updated 12`. */
    delivered: (path?: string): string[] =>
      receiver.accepted.filter((each) => path === undefined || each.path === path).map(({ about }) => about),
    async deliveries(query = ''): Promise<ResourceData[]> {
      const response = await test.admin.get(`/admin/webhook_deliveries?page_size=100&sort=id${query}`);
      expect(response.status).toBe(200);
      return (response.body as { data: ResourceData[] }).data;
    },
  };
}
