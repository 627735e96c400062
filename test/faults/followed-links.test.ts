import { expect, test, vi } from 'vitest';
import { loggedClick } from '#lib/clicks/schema.ts';
import { record } from '#lib/clicks/store.ts';
import { logger } from '#lib/shared/logger.ts';
import { clicksOf } from '#test/support/clicks.ts';
import { createCampaign, invite, patch, unusedCode } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { type Fault, faults, healBetweenTests } from '#test/support/faulty-engine.ts';
import { allItems } from '#test/support/items.ts';
import { expectRefusal, refusal } from '#test/support/refusals.ts';
import { createBrand, send } from '#test/support/service.ts';
import { foldNewClicks } from '#test/support/stream.ts';

const engine = await vi.hoisted(async () =>
  (await import('#test/support/faulty-engine.ts')).startFaultyEngine(),
);

healBetweenTests(engine);

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';
const sourceIp = '198.51.100.7';

const follow = (path: string, method = 'GET') =>
  send(method, `/tracking/ref/${path}`, { headers: { 'user-agent': browser }, sourceIp });

/** A creator whose link has been followed, by a request that writes nothing: where it leads is known from now on. */
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

test.each(['GET', 'HEAD'])(
  '%s of a link nobody knows yet is a 503 while the table is away, and writes nothing',
  async (method) => {
    const { admin } = await createBrand();
    const { trackingCode } = await invite(admin);
    const before = await allItems();
    engine.fail(faults.away);
    const answer = await follow(trackingCode, method);
    expectRefusal(answer, refusal(503, 'The service is busy, try again shortly'));
    expect(answer.headers['retry-after']).toBe('1');
    engine.heal();
    expect(await allItems()).toEqual(before);
    expect((await follow(trackingCode, method)).status).toBe(302);
  },
);

const failing: readonly [string, Fault, string][] = [
  ['throttles all writes', faults.throttled, ''],
  ['fails inside', faults.internal, ''],
  ['is away', faults.away, ''],
  ['hangs', faults.hung, ''],
  ['hangs on the click alone', faults.hung, '"click"'],
  ['hangs on the visit alone', faults.hung, '"visit"'],
  ['refuses the visit alone', faults.throttled, '"visit"'],
];

test.each(failing)(
  'a link redirects while the table %s; its click is in the log, whole',
  async (_, fault, containing) => {
    const { admin, affiliateId, code } = await warmLink();
    const { errors, countEvent, clicks } = observe();
    engine.fail(fault, { operation: 'PutItem', containing });
    const answer = await follow(code);
    expect(answer.status).toBe(302);
    const [click, ...others] = clicks();
    expect(others).toEqual([]);
    expect(click).toMatchObject({ affiliateId, trackingCode: code, filtered: null, campaignId: null });
    expect(answer.headers.location).toBe(`https://acme.test/?clickId=${click?.id}&ref=${code}`);
    expect(countEvent.mock.calls).toEqual([['ClickNotStored']]);
    expect(JSON.stringify(errors.mock.calls)).not.toContain(sourceIp);
    // Nobody has waited until the client gave a hanging call up and made another one.
    if (fault === faults.hung) expect(engine.callsOf('PutItem')).toHaveLength(2);

    engine.heal();
    if (click === undefined) return;
    await record(click);
    await record(click);
    expect((await clicksOf(affiliateId)).map(({ id }) => id)).toContain(click.id);
    await foldNewClicks();
    const statistics = await send('GET', '/tracking/clicks', { token: admin });
    expect(statistics.json.data).toMatchObject({ clicks: 1, uniqueClicks: 1, filtered: { duplicate: 0 } });
  },
);

test.each([
  ['throttles', faults.throttled],
  ['is away', faults.away],
  ['hangs', faults.hung],
])('a link whose target is no longer fresh still leads there while the table %s', async (_, fault) => {
  const clock = fakeClock();
  const { code } = await warmLink();
  const { clicks } = observe();
  clock.advance(3600);
  engine.fail(fault);
  const answer = await follow(code);
  expect([answer.status, answer.headers.location]).toEqual([
    302,
    `https://acme.test/?clickId=${clicks()[0]?.id}&ref=${code}`,
  ]);
  if (fault === faults.hung) expect(engine.callsOf('GetItem')).toHaveLength(1);
  const head = await follow(code, 'HEAD');
  expect([head.status, head.headers.location]).toEqual([302, `https://acme.test/?ref=${code}`]);
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
