import { expect, test, vi } from 'vitest';
import { logger } from '#lib/shared/logger.ts';
import { loggedClick } from '#lib/tracking/schema/stored.ts';
import { record } from '#lib/tracking/store/clicks.ts';
import { clicksOf } from '#test/support/clicks.ts';
import { createCampaign, invite, patch, unusedCode } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { type Fault, faults, healBetweenTests } from '#test/support/faulty-engine.ts';
import { allItems } from '#test/support/items.ts';
import { expectRefusal, refusal } from '#test/support/refusals.ts';
import { createBrand, send } from '#test/support/service.ts';
import { foldNewClicks } from '#test/support/stream.ts';

const engine = await vi.hoisted(async () => {
  // Soon enough for what hangs, and late enough for what is only slow on a busy machine.
  process.env.LINK_TABLE_MILLISECONDS = '1500';
  return (await import('#test/support/faulty-engine.ts')).startFaultyEngine({ hangs: true });
});

healBetweenTests(engine);

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';
const sourceIp = '198.51.100.7';

const follow = (path: string, method = 'GET') =>
  send(method, `/tracking/ref/${path}`, { headers: { 'user-agent': browser }, sourceIp });

/** A creator whose link has been followed, by a request that does not count: where it leads is known from now on. */
async function warmLink() {
  const { admin } = await createBrand();
  const { id, trackingCode } = await invite(admin, { trackingCode: unusedCode() });
  expect((await follow(trackingCode, 'HEAD')).status).toBe(302);
  engine.heal();
  return { admin, affiliateId: id, code: trackingCode };
}

/** What is logged and counted from here on. */
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

/** What hangs is tried over another connection, once; what will not pass is not tried again. */
const attemptsAtMost = (fault: Fault): number => {
  if (fault === denied) return 1;
  return fault === faults.hung ? 2 : 4;
};

test.each([
  ['GET', faults.away],
  ['HEAD', faults.away],
  ['GET', faults.throttled],
  ['GET', faults.internal],
  ['GET', faults.hung],
])(
  '%s of a link nobody knows yet is a 503 where nothing tells where it leads (%#)',
  async (method, fault) => {
    const { admin } = await createBrand();
    const { trackingCode } = await invite(admin);
    const before = await allItems();
    engine.heal();
    engine.fail(fault);
    const answer = await follow(trackingCode, method);
    expectRefusal(answer, refusal(503, 'The service is busy, try again shortly'));
    expect(answer.headers['retry-after']).toBe('1');
    // One that hangs is tried over another connection, once.
    expect(engine.callsOf('GetItem')).toHaveLength(fault === faults.hung ? 2 : 4);
    engine.heal();
    expect(await allItems()).toEqual(before);
    expect((await follow(trackingCode, method)).status).toBe(302);
  },
);

test.each<[string, Fault]>([
  ['throttles all writes', faults.throttled],
  ['fails inside', faults.internal],
  ['is away', faults.away],
  ['hangs', faults.hung],
  ['refuses its role', denied],
])('a link redirects while the table %s; its click is in the log, whole', async (_, fault) => {
  const { admin, affiliateId, code } = await warmLink();
  const { errors, countEvent, clicks } = observe();
  engine.fail(fault, { operation: 'UpdateItem' });
  const answer = await follow(code);
  expect(answer.status).toBe(302);
  const [click, ...others] = clicks();
  expect(others).toEqual([]);
  expect(click).toMatchObject({ affiliateId, trackingCode: code, filtered: null, campaignId: null });
  expect(answer.headers.location).toBe(`https://acme.test/?clickId=${click?.id}&ref=${code}`);
  expect(countEvent.mock.calls).toEqual([['ClickNotStored']]);
  expect(JSON.stringify(errors.mock.calls)).not.toContain(sourceIp);
  expect(engine.callsOf('UpdateItem').length).toBeLessThanOrEqual(attemptsAtMost(fault));

  engine.heal();
  if (click === undefined) return;
  await record(click);
  await record(click);
  expect((await clicksOf(affiliateId)).map(({ id, reason }) => [id, reason])).toContainEqual([
    click.id,
    null,
  ]);
  await foldNewClicks();
  const statistics = await send('GET', '/tracking/clicks', { token: admin });
  expect(statistics.json.data).toMatchObject({ clicks: 1, uniqueClicks: 1, filtered: { duplicate: 0 } });
});

test.each<[string, Fault]>([
  ['is throttled', faults.throttled],
  ['breaks off', faults.away],
  ['loses its answer', faults.lost],
  ['hangs', faults.hung],
])('a write that %s once is made again, and the click is stored once', async (_, fault) => {
  const { affiliateId, code } = await warmLink();
  const { countEvent } = observe();
  engine.fail(fault, { operation: 'UpdateItem', times: 1 });
  const answer = await follow(code);
  const counted = (await clicksOf(affiliateId)).filter(({ reason }) => reason === null);
  expect(counted.map(({ id }) => `https://acme.test/?clickId=${id}&ref=${code}`)).toEqual([
    answer.headers.location,
  ]);
  expect(countEvent).not.toHaveBeenCalled();
});

test('where the salt of the day cannot be made, the click is stored, of nobody', async () => {
  const { admin } = await createBrand();
  const { id, trackingCode } = await invite(admin);
  engine.fail(faults.throttled, { operation: 'PutItem' });
  expect((await follow(trackingCode)).status).toBe(302);
  expect(await clicksOf(id)).toMatchObject([{ visitor: null, reason: null }]);
});

test.each([
  ['throttles', faults.throttled],
  ['is away', faults.away],
  ['hangs', faults.hung],
  ['refuses its role', denied],
])('a link whose target is no longer fresh still leads there while the table %s', async (_, fault) => {
  const clock = fakeClock('2026-03-01T12:00:00.000Z');
  const { code } = await warmLink();
  const { clicks } = observe();
  clock.advance(3600);
  engine.fail(fault);
  const today = await follow(code);
  expect(clicks()).toMatchObject([{ visitor: expect.any(String) }]);
  // Its visitor is hashed with the salt of this day or with none.
  clock.advance(24 * 3600);
  const tomorrow = await follow(code);
  expect(clicks()).toMatchObject([{}, { visitor: null }]);
  expect([today, tomorrow].map(({ headers }) => headers.location)).toEqual(
    clicks().map(({ id }) => `https://acme.test/?clickId=${id}&ref=${code}`),
  );
});

test('a code that is gone leads nowhere, also where it was known', async () => {
  const clock = fakeClock('2026-03-01T12:00:00.000Z');
  const { code } = await warmLink();
  clock.advance(60);
  const nothingFound: Fault = { kind: 'rewritten', rewrite: () => '{"Responses":{}}' };
  engine.fail(nothingFound, { operation: 'BatchGetItem' });
  engine.fail({ kind: 'rewritten', rewrite: () => '{}' }, { operation: 'GetItem' });
  expectRefusal(await follow(code), refusal(404, 'Tracking code not found'));
});

test('a target that served while the table was away is read anew when it is back', async () => {
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
