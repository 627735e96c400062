// A request that is sent again under its key, to every endpoint that takes one.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { routes } from '#lib/api/routes.ts';
import { idempotencyKeyHeader } from '#lib/contract/idempotency-key.ts';
import { takesIdempotencyKey } from '#lib/contract/route.ts';
import { situations } from '#test/support/situations.ts';
import type { Given } from './setting.ts';

export function describeIdempotency(given: Given): void {
  describe('what is sent again under its key is answered as it was', () => {
    test.each(routes.filter(takesIdempotencyKey))('$method $path', async ({ name, method }) => {
      const { send, world } = given();
      const [situation] = Object.values(situations[name] ?? {});
      if (situation === undefined) throw new Error(`Say in test/support/situations.ts how to call ${name}`);
      const { path, status, ...sent } = { token: world.token, ...(await situation(world)) };
      const headers = { [idempotencyKeyHeader]: randomUUID() };
      const [first, second] = [
        await send(method, path, { ...sent, headers }),
        await send(method, path, { ...sent, headers }),
      ];
      expect([first.status, first.headers['idempotency-replayed']]).toEqual([status, undefined]);
      expect([second.status, second.headers['idempotency-replayed']]).toEqual([status, 'true']);
      expect(second.text).toBe(first.text);
      const elsewhere = name === 'campaigns.create' ? { name: 'Another one' } : { name: 'Spring' };
      const refused = await send('POST', '/campaigns', { ...sent, headers, body: elsewhere });
      expect(refused.status, refused.text).toBe(422);
    });
  });
}
