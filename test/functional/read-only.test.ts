// Tests a stage that is read-only, such as while its table is restored.
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { smokeChecksOf } from '#infra/tools/smoke.ts';
import { replay } from '#lib/clicks/tracking/store/replay.ts';
import { environment } from '#lib/foundation/shared/environment.ts';
import { logger } from '#lib/foundation/shared/logger.ts';
import { updateItem } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { routes } from '#lib/surface/api/routes.ts';
import { plainSuccessOf } from '#test/support/cases.ts';
import { clicksOf } from '#test/support/clicks.ts';
import { createApiKey, invite } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { createBrand, send } from '#test/support/service.ts';
import type { World } from '#test/support/situations.ts';
import { type Call, trafficOf } from '#test/support/traffic.ts';
import { createTestWorld } from '#test/support/world.ts';

const turn = (WRITES: 'on' | 'off') => Object.assign(environment, { WRITES });

afterEach(() => {
  turn('on');
  Object.assign(environment, { REQUEST_LIMITS: 'off' });
  vi.restoreAllMocks();
});

const isWrite = ({ operation }: Call): boolean => /Put|Update|Delete|Write/.test(operation);
const isLink = (name: string): boolean => name === 'tracking.followLink';

const changes = routes.filter(({ method }) => method !== 'GET');
/** Each download of accounts is recorded. */
const recordedRead = 'payouts.getFile';
const reads = routes.filter(({ method, name }) => method === 'GET' && !isLink(name) && name !== recordedRead);

describe('a read-only stage', () => {
  test.each(changes.map(({ name, method, path }) => ({ name, method, path })))(
    'refuses $name with a 503 before it reads anything',
    async ({ method, path }) => {
      turn('off');
      const [answer, { calls }] = await trafficOf(() =>
        send(method, path.replaceAll(/[{}]/g, ''), { body: {} }),
      );
      expect(answer.json).toEqual({
        statusCode: 503,
        error: 'Service Unavailable',
        code: 'read_only',
        message:
          'No changes are accepted during maintenance, and nothing was changed. Send the request again later',
      });
      expect(answer.headers['retry-after']).toBe('60');
      expect(calls).toEqual([]);
    },
  );

  test('logs a refused change as a warning that names the code', async () => {
    turn('off');
    const [info, warn] = [vi.spyOn(logger, 'info'), vi.spyOn(logger, 'warn')];
    await send('POST', '/conversions', { body: {} });
    expect(info).not.toHaveBeenCalled();
    expect(warn.mock.calls).toEqual([
      ['request', expect.objectContaining({ route: 'conversions.create', status: 503, code: 'read_only' })],
    ]);
  });

  test('passes the smoke test of a read-only stage', async () => {
    turn('off');
    for (const { path, status, body, init } of smokeChecksOf({ readOnly: true })) {
      const answer = await send(init?.method ?? 'GET', path, {
        headers: Object.fromEntries(new Headers(init?.headers)),
        ...(typeof init?.body === 'string' && { body: init.body }),
      });
      expect([path, answer.status, answer.text]).toEqual([path, status, expect.stringMatching(body)]);
    }
  });

  let world: World;
  beforeAll(async () => {
    world = await createTestWorld();
  });

  test.each(reads.map((route) => ({ name: route.name, route })))(
    'answers $name as before, and writes nothing',
    async ({ route }) => {
      const { path, status, ...sent } = { token: world.token, ...(await plainSuccessOf(route.name)(world)) };
      turn('off');
      const [answer, { calls }] = await trafficOf(() => send('GET', path, sent));
      expect(answer.status, answer.text).toBe(status);
      expect(calls.filter(isWrite)).toEqual([]);
    },
  );

  test('refuses the download of a payout file with a 503, because the audit trail cannot record it', async () => {
    const { path, ...sent } = { token: world.token, ...(await plainSuccessOf(recordedRead)(world)) };
    turn('off');
    const answer = await send('GET', path, sent);
    expect([answer.status, answer.json.code]).toEqual([503, 'read_only']);
  });

  test('accepts API keys, and records neither their last use nor their address nor the number of requests', async () => {
    const { admin } = await createBrand();
    await send('PATCH', '/brand', { token: admin, body: { auditAddresses: 'clear' } });
    const { id, key } = await createApiKey(admin);
    turn('off');
    Object.assign(environment, { REQUEST_LIMITS: 'on' });
    const warn = vi.spyOn(logger, 'warn');
    const [answer, { calls }] = await trafficOf(() => send('GET', '/affiliates', { token: key }));
    expect([answer.status, calls.filter(isWrite)]).toEqual([200, []]);
    expect(answer.headers['x-ratelimit-limit']).toBeUndefined();
    // No write was tried and refused.
    expect(warn).not.toHaveBeenCalled();
    expect((await send('GET', `/api-keys/${id}`, { token: admin })).json.data.lastUsedAt).toBeNull();
  });

  test('refuses a token that was used after its refresh with a 401, and its session ends after that', async () => {
    const clock = fakeClock('2026-03-01T12:00:00.000Z');
    const { admin } = await createBrand();
    const refreshed = await send('POST', '/auth/refresh', { token: admin });
    const next: string = refreshed.json.data.accessToken;
    clock.advance(11);
    turn('off');
    const use = async (token: string) => (await send('GET', '/affiliates', { token })).status;
    expect([await use(admin), await use(next)]).toEqual([401, 200]);
    turn('on');
    expect([await use(admin), await use(next)]).toEqual([401, 401]);
  });

  test('refuses every write of its functions, whatever the request was', async () => {
    turn('off');
    await expect(
      updateItem({
        Key: keys.probe(),
        UpdateExpression: 'ADD n :one',
        ExpressionAttributeValues: { ':one': 1 },
      }),
    ).rejects.toMatchObject({ code: 'read_only' });
  });
});

test('a link of a read-only stage redirects and logs the click, and the replay of the log stores it', async () => {
  const clock = fakeClock('2026-03-01T12:00:00.000Z', 1);
  const { admin } = await createBrand('scale', { landingUrl: 'https://acme.test/' });
  const { id, trackingCode } = await invite(admin);
  turn('off');
  const log = vi.spyOn(logger, 'error').mockImplementation(() => {});
  const [answer, { calls }] = await trafficOf(() => send('GET', `/tracking/ref/${trackingCode}`));
  expect([answer.status, calls.filter(isWrite)]).toEqual([302, []]);
  expect(await clicksOf(id)).toEqual([]);
  const lines = log.mock.calls.map(([message, fields]) => JSON.stringify({ message, ...Object(fields) }));
  turn('on');
  clock.advance(3600);
  expect(
    await replay(
      (async function* () {
        yield* lines;
      })(),
    ),
  ).toMatchObject({ stored: 1, unreadable: [] });
  const [click] = await clicksOf(id);
  expect(answer.headers.location).toContain(`clickId=${click?.id}`);
});
