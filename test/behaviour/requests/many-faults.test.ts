// A body with any number of faults is refused like one with few (S13, D27).
import { describe, expect, it } from 'vitest';
import { errorCodes, JSON_API, serviceForTests } from '../../support/service.ts';

const test = serviceForTests();

describe('a body with any number of faults', () => {
  const signup = (roles: unknown[]) =>
    test.anonymous.post(
      '/signup',
      { username: 'u', password: 'p', email: 'e@example.org', activation_url: 'https://example.org', roles },
      { 'Content-Type': 'application/json' },
    );

  it('is 400 with the first 100 of them, and reports that there are more', async () => {
    const response = await signup(Array.from({ length: 200_000 }, () => 1));
    expect([response.status, errorCodes(response)[0]]).toEqual([400, 'invalid_data']);
    const { errors } = response.body as { errors: { detail: string }[] };
    expect(errors).toHaveLength(101);
    expect(errors.at(-1)?.detail).toContain('more errors');
  });

  it('includes faults in relationships', async () => {
    const data = Array.from({ length: 50_000 }, () => 1);
    const response = await test.admin.post('/documents/1/relationships/poster', { data }, { 'Content-Type': JSON_API });
    expect(response.status).toBeLessThan(500);
  });
});
