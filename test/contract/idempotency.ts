// Tests retries with an Idempotency-Key for every endpoint that accepts one.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { idempotencyKeyHeader } from '#lib/foundation/contract/idempotency-key.ts';
import { takesIdempotencyKey } from '#lib/foundation/contract/route.ts';
import { routes } from '#lib/surface/api/routes.ts';
import { plainSuccessOf } from '#test/support/cases.ts';
import { isForCreators } from '#test/support/requests.ts';
import { inTurn } from '#test/support/size.ts';
import type { GetSetting } from './setting.ts';

/** A third in a run of CI: test/functional/idempotency/replays.test.ts retries each request. */
const chosen = inTurn(routes, 1, 3).filter((route) => takesIdempotencyKey(route) && !isForCreators(route));

export function describeIdempotency(getSetting: GetSetting): void {
  describe('an idempotency key', () => {
    test.each(chosen)(
      '$method /v1$path replays the response to a retry, and the key is rejected for another request',
      async ({ name, method }) => {
        const { send, world } = getSetting();
        const request = await plainSuccessOf(name)(world);
        const { path, status, ...sent } = { token: world.token, ...request };
        const headers = { [idempotencyKeyHeader]: randomUUID() };
        const [first, second] = [
          await send(method, path, { ...sent, headers }),
          await send(method, path, { ...sent, headers }),
        ];
        expect([first.status, first.headers['idempotency-replayed']]).toEqual([status, undefined]);
        expect([second.status, second.headers['idempotency-replayed']]).toEqual([status, 'true']);
        expect(second.text).toBe(first.text);
        const otherBody = name === 'campaigns.create' ? { name: 'Another one' } : { name: 'Spring' };
        const mismatch = await send('POST', '/campaigns', { ...sent, headers, body: otherBody });
        expect(mismatch.status, mismatch.text).toBe(422);
      },
    );
  });
}
