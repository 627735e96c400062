// Tests a retry that another instance of the service receives.
import { expect, test } from 'vitest';
import { now } from '#lib/foundation/shared/clock.ts';
import { isReplay, newKey, visibleResponse, withKey } from '#test/support/idempotent-requests.ts';
import { newInstance } from '#test/support/instances.ts';
import { createBrand, send } from '#test/support/service.ts';

test('a retry returns the response that another instance of the service stored', async () => {
  const { admin } = await createBrand();
  const sent = { token: admin, body: { name: 'Spring' }, ...withKey(newKey()) };
  const first = await send('POST', '/campaigns', sent);
  const second = await (await newInstance(now)).send('POST', '/campaigns', sent);
  expect([visibleResponse(second), isReplay(second)]).toEqual([visibleResponse(first), true]);
});
