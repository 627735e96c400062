import { afterEach, expect, test, vi } from 'vitest';
import { loggedClick } from '#lib/clicks/tracking/schema/logged.ts';
import { recordClick } from '#lib/clicks/tracking/store/clicks.ts';
import { environment } from '#lib/foundation/shared/environment.ts';
import { logger } from '#lib/foundation/shared/logger.ts';
import { clicksOf } from '#test/support/clicks.ts';
import { createCampaign, invite, patch, unusedCode } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { type Fault, faults, healBetweenTests } from '#test/support/faulty-engine.ts';
import { allItems } from '#test/support/items.ts';
import { errorBody, expectError } from '#test/support/refusals.ts';
import { createBrand, send } from '#test/support/service.ts';
import { aggregateNewClicks } from '#test/support/stream.ts';

const engine = await vi.hoisted(async () =>
  (await import('#test/support/faulty-engine.ts')).startFaultyEngine({ hangs: true }),
);

healBetweenTests(engine);

const { LINK_TABLE_MILLISECONDS } = environment;
const setTimeLimit = (milliseconds: number) =>
  Object.assign(environment, { LINK_TABLE_MILLISECONDS: milliseconds });
afterEach(() => setTimeLimit(LINK_TABLE_MILLISECONDS));

/** Lets a link that waits for a hanging table give up soon. Other requests have the time limit of a busy machine. */
function failLink(fault: Fault, filter?: Parameters<typeof engine.fail>[1]): void {
  if (fault === faults.hung) setTimeLimit(filter?.times === 1 ? 1500 : 50);
  engine.fail(fault, filter);
}

function healLink(): void {
  setTimeLimit(LINK_TABLE_MILLISECONDS);
  engine.heal();
}

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';
const sourceIp = '198.51.100.7';

const follow = (path: string, method = 'GET') =>
  send(method, `/tracking/ref/${path}`, { headers: { 'user-agent': browser }, sourceIp });

/** Creates a creator and follows the link with an uncounted request, so that its target is cached. */
async function warmLink() {
  const { admin } = await createBrand();
  const { id, trackingCode } = await invite(admin, { trackingCode: unusedCode() });
  expect((await follow(trackingCode, 'HEAD')).status).toBe(302);
  engine.heal();
  return { admin, affiliateId: id, code: trackingCode };
}

/** Spies on the error log and the metrics from now on. */
function observe() {
  const errors = vi.spyOn(logger, 'error').mockReturnValue();
  const countEvent = vi.spyOn(logger, 'countEvent');
  const clicks = () =>
    errors.mock.calls.flatMap(([message, line]) =>
      message === 'click not stored' ? [loggedClick.parse(Object(line).click)] : [],
    );
  return { errors, countEvent, clicks };
}

const denied: Fault = {
  kind: 'error',
  status: 400,
  body: { __type: 'com.amazon.coral.service#AccessDeniedException', Message: 'not authorized' },
};

/** A hanging call is retried once on another connection; a permanent failure is not retried. */
const maxAttempts = (fault: Fault): number => {
  if (fault === denied) return 1;
  return fault === faults.hung ? 2 : 4;
};

test.each([
  ['GET', 'is unavailable', faults.away],
  ['HEAD', 'is unavailable', faults.away],
  ['GET', 'throttles', faults.throttled],
  ['GET', 'fails internally', faults.internal],
  ['GET', 'hangs', faults.hung],
])(
  '%s /v1/tracking/ref/{code} returns 503 for an uncached link while the table %s',
  async (method, _, fault) => {
    const { admin } = await createBrand();
    const { trackingCode } = await invite(admin);
    const before = await allItems();
    engine.heal();
    failLink(fault);
    const answer = await follow(trackingCode, method);
    expectError(answer, errorBody(503, 'The service is busy, try again shortly'));
    expect(answer.headers['retry-after']).toBe('1');
    expect(engine.callsOf('GetItem')).toHaveLength(fault === faults.hung ? 2 : 4);
    healLink();
    expect(await allItems()).toEqual(before);
    expect((await follow(trackingCode, method)).status).toBe(302);
  },
);

test.each<[string, Fault]>([
  ['throttles all writes', faults.throttled],
  ['fails internally', faults.internal],
  ['is unavailable', faults.away],
  ['hangs', faults.hung],
  ['denies access', denied],
])('a tracking link redirects and logs the complete click while the table %s', async (_, fault) => {
  const { admin, affiliateId, code } = await warmLink();
  const { errors, countEvent, clicks } = observe();
  failLink(fault, { operation: 'UpdateItem' });
  const answer = await follow(code);
  expect(answer.status).toBe(302);
  const [click, ...others] = clicks();
  expect(others).toEqual([]);
  expect(click).toMatchObject({ affiliateId, trackingCode: code, filtered: null, campaignId: null });
  expect(answer.headers.location).toBe(`https://acme.test/?clickId=${click?.id}&ref=${code}`);
  expect(countEvent.mock.calls).toEqual([['ClickNotStored']]);
  expect(JSON.stringify(errors.mock.calls)).not.toContain(sourceIp);
  expect(engine.callsOf('UpdateItem').length).toBeLessThanOrEqual(maxAttempts(fault));

  healLink();
  if (click === undefined) return;
  await recordClick(click);
  await recordClick(click);
  expect((await clicksOf(affiliateId)).map(({ id, reason }) => [id, reason])).toContainEqual([
    click.id,
    null,
  ]);
  await aggregateNewClicks();
  const statistics = await send('GET', '/tracking/clicks', { token: admin });
  expect(statistics.json.data).toMatchObject({ clicks: 1, uniqueClicks: 1, filtered: { duplicate: 0 } });
});

test.each<[string, Fault]>([
  ['is throttled', faults.throttled],
  ['is interrupted', faults.away],
  ['loses its response', faults.lost],
  ['hangs', faults.hung],
])('a tracking link stores a click once when the first write of the click %s', async (_, fault) => {
  const { affiliateId, code } = await warmLink();
  const { countEvent } = observe();
  failLink(fault, { operation: 'UpdateItem', times: 1 });
  const answer = await follow(code);
  // The link was followed once before, by a HEAD request.
  const stored = (await clicksOf(affiliateId)).filter(({ reason }) => reason !== 'head');
  expect(stored.map(({ reason }) => reason)).toEqual([null]);
  expect(stored.map(({ id }) => `https://acme.test/?clickId=${id}&ref=${code}`)).toEqual([
    answer.headers.location,
  ]);
  expect(countEvent).not.toHaveBeenCalled();
});

test('a tracking link stores a click without a visitor when the salt of the day cannot be created', async () => {
  const { admin } = await createBrand();
  const { id, trackingCode } = await invite(admin);
  engine.fail(faults.throttled, { operation: 'PutItem' });
  expect((await follow(trackingCode)).status).toBe(302);
  expect(await clicksOf(id)).toMatchObject([{ visitor: null, reason: null }]);
});

test.each([
  ['throttles', faults.throttled],
  ['is unavailable', faults.away],
  ['hangs', faults.hung],
  ['denies access', denied],
])('a tracking link redirects to its stale target while the table %s', async (_, fault) => {
  const clock = fakeClock('2026-03-01T12:00:00.000Z');
  const { code } = await warmLink();
  const { clicks } = observe();
  clock.advance(3600);
  failLink(fault);
  const today = await follow(code);
  expect(clicks()).toMatchObject([{ visitor: expect.any(String) }]);
  // Without the salt of the new day the visitor is unknown.
  clock.advance(24 * 3600);
  const tomorrow = await follow(code);
  expect(clicks()).toMatchObject([{}, { visitor: null }]);
  expect([today, tomorrow].map(({ headers }) => headers.location)).toEqual(
    clicks().map(({ id }) => `https://acme.test/?clickId=${id}&ref=${code}`),
  );
});

test('a tracking link returns 404 after its code was deleted, even when its target is cached', async () => {
  const clock = fakeClock('2026-03-01T12:00:00.000Z');
  const { code } = await warmLink();
  clock.advance(60);
  const nothingFound: Fault = { kind: 'rewritten', rewrite: () => '{"Responses":{}}' };
  engine.fail(nothingFound, { operation: 'BatchGetItem' });
  engine.fail({ kind: 'rewritten', rewrite: () => '{}' }, { operation: 'GetItem' });
  expectError(await follow(code), errorBody(404, 'Tracking code not found'));
});

test('a tracking link reloads its stale target when the table is available again', async () => {
  const clock = fakeClock();
  const { admin } = await createBrand();
  const { id: campaignId } = await createCampaign(admin, {
    status: 'active',
    landingUrl: 'https://acme.test/old',
  });
  const { trackingCode } = await invite(admin);
  const path = `${trackingCode}?campaignId=${campaignId}`;
  const pageOf = async () => new URL((await follow(path, 'HEAD')).headers.location ?? '').pathname;
  expect(await pageOf()).toBe('/old');
  await patch(admin, `/campaigns/${campaignId}`, { landingUrl: 'https://acme.test/new' });
  clock.advance(60);
  engine.fail(faults.away);
  expect(await pageOf()).toBe('/old');
  engine.heal();
  expect(await pageOf()).toBe('/new');
});

test('a cached tracking link does not redirect while the table is unavailable once its creator is banned for 90 days', async () => {
  const clock = fakeClock('2026-03-01T12:00:00.000Z');
  const { admin, affiliateId, code } = await warmLink();
  await patch(admin, `/affiliates/${affiliateId}`, { status: 'banned' });
  clock.advance(90 * 86_400 - 1);
  expect((await follow(code)).status).toBe(302);
  engine.fail(faults.away);
  expect((await follow(code)).status).toBe(302);
  clock.advance(1);
  expectError(await follow(code), errorBody(503, 'The service is busy, try again shortly'));
});

test('a click after midnight has no visitor while the table is unavailable, because the salt of yesterday must not be used', async () => {
  const clock = fakeClock('2026-03-01T23:59:59.999Z');
  const { code } = await warmLink();
  const { clicks } = observe();
  engine.fail(faults.away);
  expect((await follow(code)).status).toBe(302);
  clock.advance(0.001);
  expect((await follow(code)).status).toBe(302);
  expect(clicks().map(({ visitor }) => typeof visitor)).toEqual(['string', 'object']);
});
