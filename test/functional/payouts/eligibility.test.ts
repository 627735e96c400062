// Tests which creators a payout pays, which it lists as excluded, and that it is never ready without a payment.
import { describe, expect, test } from 'vitest';
import { singleAttempt } from '#lib/foundation/idempotency/rules/attempt.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { getItem } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { advance } from '#lib/money/payouts/store/advance.ts';
import { createPayoutOnce, newPayout } from '#lib/money/payouts/store/create.ts';
import { getPayout } from '#lib/money/payouts/store/payouts.ts';
import { searchSeconds } from '#lib/money/payouts/store/preview.ts';
import { newAffiliate } from '#lib/program/affiliates/rules/new-affiliate.ts';
import { addAffiliate } from '#lib/program/affiliates/writes.ts';
import { addCommission, someCommission } from '#test/support/commissions.ts';
import { invite, patch, unusedEmail } from '#test/support/creations.ts';
import { writeInBulk } from '#test/support/fill.ts';
import { newKey, withKey } from '#test/support/idempotent-requests.ts';
import { isTransaction, pauseAt } from '#test/support/interruptions.ts';
import { allItems } from '#test/support/items.ts';
import { readPage, walk } from '#test/support/lists.ts';
import { expectConsistentPayouts, useOneStepPerRequest } from '#test/support/payout-books.ts';
import {
  type BrandWithCreators,
  brandWithCreators,
  cancelPayout,
  commissionsOf,
  createApprovedCommission,
  createPayout,
  fillCommissions,
  payoutOfPreview,
  payPayout,
  postPayout,
  readCommission,
  readPayout,
} from '#test/support/payouts.ts';
import { errorBody, expectError } from '#test/support/refusals.ts';
import { send } from '#test/support/service.ts';
import { continuePendingPayouts } from '#test/support/stream.ts';
import { fakeTimer, stopTimer } from '#test/support/timers.ts';

const setStatus = ({ admin }: BrandWithCreators, id: string, status: string) =>
  patch(admin, `/affiliates/${id}`, { status });

/** Creates a brand with a creator of each status, each of whom is owed 5.00. */
async function brandWithAllStatuses() {
  const acme = await brandWithCreators(3);
  const [active = '', paused = '', banned = ''] = acme.creators;
  const { id: invited } = await invite(acme.admin, { name: 'Ivy' });
  await setStatus(acme, paused, 'paused');
  await setStatus(acme, banned, 'banned');
  for (const id of [active, paused, banned, invited]) await createApprovedCommission(acme, id, 500);
  return { acme, active, paused, banned, invited };
}

const excludedLine = (affiliateId: string, reason: string) => ({
  affiliateId,
  name: expect.any(String),
  email: expect.stringMatching(/@creators\.test$/),
  amount: 5,
  commissionsCount: 1,
  reason,
  ...{ status: null, paidAt: null, failedAt: null, failureReason: null },
});

const idsIn = (lines: readonly { affiliateId: string }[]) => lines.map(({ affiliateId }) => affiliateId);

async function expectReleased(acme: BrandWithCreators): Promise<void> {
  const claimed = (await commissionsOf(acme.brand.id)).filter(({ payoutId }) => payoutId !== null);
  expect(claimed).toEqual([]);
}

describe('POST /v1/payouts', () => {
  test('pays active and paused creators, and lists invited and banned creators with the reason', async () => {
    const { acme, active, paused, banned, invited } = await brandWithAllStatuses();
    const excluded = [excludedLine(invited, 'invited'), excludedLine(banned, 'banned')];
    const previewed = (await postPayout(acme.admin, {}, '?dryRun=true')).json.data;
    expect([previewed.dryRun, previewed.isComplete]).toEqual([true, true]);
    const preview = payoutOfPreview(previewed);
    expect(preview).toMatchObject({ amount: 10, affiliatesCount: 2, excludedCount: 2, excluded });

    const { id } = await createPayout(acme.admin);
    const payout = await readPayout(acme.admin, id);
    expect(payout).toMatchObject({ ...preview, status: 'ready' });
    expect(idsIn(payout.lines)).toEqual([paused, active]);
    expect(payout.excluded[0].name).toBe('Ivy');
    const listed = await readPage(acme.member, `/payouts/${id}/lines`, { excluded: 'true' });
    expect([listed.items, listed.total]).toEqual([excluded, 2]);
    expect(idsIn((await readPage(acme.member, `/payouts/${id}/lines`)).items)).toEqual([paused, active]);
    const { text } = await send('GET', `/payouts/${id}.csv`, { token: acme.admin });
    expect([active, paused, banned, invited].map((one) => text.includes(one))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    await expectConsistentPayouts(acme);
  });

  test('keeps the commissions of excluded creators for the payout after they accepted or were reinstated', async () => {
    const { acme, banned, invited } = await brandWithAllStatuses();
    await payPayout(acme.admin, (await createPayout(acme.admin)).id);
    expect((await postPayout(acme.admin)).json).toEqual({ data: null, meta: { reason: 'creatorsExcluded' } });
    for (const id of [banned, invited]) await setStatus(acme, id, 'active');
    const next = await createPayout(acme.admin);
    expect(next).toMatchObject({ status: 'ready', amount: 10, affiliatesCount: 2, excludedCount: 0 });
    await expectConsistentPayouts(acme);
  });

  test('pays banned creators with includeBanned, but never invited creators', async () => {
    const { acme, banned, invited } = await brandWithAllStatuses();
    const body = { includeBanned: true, affiliateIds: [banned, invited] };
    const { data: preview } = (await postPayout(acme.admin, body, '?dryRun=true')).json;
    expect([idsIn(preview.lines), idsIn(preview.excluded)]).toEqual([[banned], [invited]]);
    const { id } = await createPayout(acme.admin, body);
    const payout = await readPayout(acme.admin, id);
    expect(payout).toMatchObject({ status: 'ready', amount: 5, includeBanned: true, excludedCount: 1 });
    expect([idsIn(payout.lines), idsIn(payout.excluded)]).toEqual([[banned], [invited]]);
  });

  test('excludes a creator who is banned before the line is completed, and pays one who is banned afterwards', async () => {
    const acme = await brandWithCreators(3);
    const [ada = '', ben = ''] = acme.creators;
    await fillCommissions(acme, 60);
    useOneStepPerRequest();
    const { id } = await createPayout(acme.admin);
    stopTimer();
    await setStatus(acme, ada, 'banned');
    await continuePendingPayouts();
    await setStatus(acme, ben, 'banned');
    const payout = await readPayout(acme.admin, id);
    expect(payout).toMatchObject({
      status: 'ready',
      affiliatesCount: 2,
      commissionsCount: 40,
      excludedCount: 1,
    });
    expect([idsIn(payout.lines).includes(ben), idsIn(payout.excluded)]).toEqual([true, [ada]]);
    expect((await payPayout(acme.admin, id)).status).toBe('paid');
    await expectConsistentPayouts(acme);
  });

  test('counts each excluded creator once when a read of its lines misses the newest line', async () => {
    const acme = await brandWithCreators(2);
    const [ada = '', ben = ''] = acme.creators;
    await setStatus(acme, ben, 'banned');
    for (const creator of [ada, ben]) await createApprovedCommission(acme, creator, 500);
    useOneStepPerRequest();
    const { id } = await createPayout(acme.admin);
    const key = keys.payoutLine(acme.brand.id, id, ada);
    const item = await getItem(key);
    if (item === undefined) throw new Error('The payout has no line');
    await transact([{ kind: 'delete', key }]);
    await advance(await getPayout(acme.brand.id, id), () => true, { now });
    await transact([{ kind: 'put', item: { ...key, ...item } }]);
    await continuePendingPayouts();
    const payout = await readPayout(acme.admin, id);
    expect(payout).toMatchObject({ status: 'ready', amount: 5, affiliatesCount: 1, excludedCount: 1 });
    await expectConsistentPayouts(acme);
  });

  test('excludes more creators than fit in a step, and pages through them', async () => {
    const acme = await brandWithCreators(1);
    const excludedCount = 101;
    const at = new Date();
    const invited = Array.from({ length: excludedCount }, () =>
      newAffiliate({ email: unusedEmail() }, acme.brand, at),
    );
    await writeInBulk(
      invited.flatMap((creator) => [
        ...addAffiliate(creator, acme.brand),
        ...addCommission(
          someCommission({ brandId: acme.brand.id, affiliateId: creator.id, status: 'approved' }, at),
        ),
      ]),
    );
    await createApprovedCommission(acme, acme.creators[0] ?? '', 500);
    const created = await createPayout(acme.admin);
    await continuePendingPayouts();
    const payout = await readPayout(acme.admin, created.id);
    expect(payout).toMatchObject({ status: 'ready', amount: 5, affiliatesCount: 1, excludedCount });
    expect([payout.lines.length, payout.excluded.length]).toEqual([1, 100]);
    const pages = await walk(acme.admin, `/payouts/${created.id}/lines`, { excluded: 'true', limit: 60 });
    const all = pages.flatMap(({ items }) => items);
    expect([new Set(idsIn(all)).size, pages.map(({ total }) => total)]).toEqual([
      excludedCount,
      [excludedCount, excludedCount],
    ]);
    expect(all.slice(0, 100)).toEqual(payout.excluded);
    await expectConsistentPayouts(acme);
  });

  test('deletes the excluded lines of a payout that is canceled before it is ready', async () => {
    const { acme } = await brandWithAllStatuses();
    useOneStepPerRequest();
    const { id } = await createPayout(acme.admin);
    const linesOf = async () =>
      (await allItems()).filter(({ pk }) =>
        [`#${id}#LINE`, `#${id}#EXCLUDED`].some((end) => String(pk).endsWith(end)),
      );
    for (let step = 0; (await linesOf()).every(({ reason }) => reason !== 'banned'); step += 1) {
      expect(step).toBeLessThan(5);
      await advance(await getPayout(acme.brand.id, id), () => true, { now });
    }
    await cancelPayout(acme.admin, id);
    await continuePendingPayouts();
    stopTimer();
    expect(await linesOf()).toEqual([]);
    expect(await readPayout(acme.admin, id)).toMatchObject({
      status: 'canceled',
      excludedCount: 0,
      excluded: [],
    });
    await expectReleased(acme);
  });
});

describe('POST /v1/payouts without a payable creator', () => {
  test('creates nothing and returns the reason, also in its dry run', async () => {
    const acme = await brandWithCreators(2);
    const [ada = '', ben = ''] = acme.creators;
    const expectNothing = async (body: object, reason: string) => {
      const before = await allItems();
      const answer = await postPayout(acme.admin, body);
      expect([answer.status, answer.json]).toEqual([200, { data: null, meta: { reason } }]);
      expect(await allItems()).toEqual(before);
      const dryRun = await postPayout(acme.admin, body, '?dryRun=true');
      expect(dryRun.json.data).toMatchObject({ amount: 0, lines: [], emptyReason: reason, isComplete: true });
    };
    await expectNothing({}, 'nothingOwed');
    await createApprovedCommission(acme, ada, -100);
    await expectNothing({}, 'nothingOwed');
    const { id } = await createApprovedCommission(acme, ben, 4999);
    await expectNothing({ minimum: 50 }, 'belowMinimum');
    await expectNothing({ affiliateIds: [ada] }, 'nothingOwed');
    await setStatus(acme, ben, 'banned');
    await expectNothing({ affiliateIds: [ben, ada] }, 'creatorsExcluded');
    await expectNothing({ minimum: 50 }, 'belowMinimum');
    expect((await readCommission(acme.brand.id, id)).payoutId).toBe(null);
    expect((await readPage(acme.admin, '/payouts')).total).toBe(0);
  });

  test('a payout is not created if the time is too short to find a payable creator, and a retry with the key creates it', async () => {
    const acme = await brandWithCreators(2);
    const [ada = '', ben = ''] = acme.creators;
    await createApprovedCommission(acme, ben, 500);
    const body = { affiliateIds: [ada, ben] };
    const request = { token: acme.admin, body, ...withKey(newKey()) };
    fakeTimer(searchSeconds * 1000);
    const message =
      'No payable creator was found in time, and nothing was created. Try again, or name creators in `affiliateIds`';
    expectError(await send('POST', '/payouts', request), errorBody(503, message, undefined, 'service_busy'));
    stopTimer();
    expect((await readPage(acme.admin, '/payouts')).total).toBe(0);
    expect((await send('POST', '/payouts', request)).json.data).toMatchObject({ status: 'ready', amount: 5 });
  });

  test('returns the same response to a retry with the key, even after something became payable', async () => {
    const acme = await brandWithCreators(1);
    const request = { token: acme.admin, body: {}, ...withKey(newKey()) };
    const first = await send('POST', '/payouts', request);
    await createApprovedCommission(acme, acme.creators[0] ?? '', 500);
    const again = await send('POST', '/payouts', request);
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(await createPayout(acme.admin)).toMatchObject({ status: 'ready', amount: 5 });
  });

  test('cancels a payout with the reason if its last payable creator disappears while it is prepared', async () => {
    const acme = await brandWithCreators(2);
    const [ada = '', ben = ''] = acme.creators;
    await fillCommissions(acme, 60);
    useOneStepPerRequest();
    const { id } = await createPayout(acme.admin);
    stopTimer();
    for (const creator of [ada, ben]) await setStatus(acme, creator, 'banned');
    await continuePendingPayouts();
    const payout = await readPayout(acme.admin, id);
    const nothing = { amount: 0, affiliatesCount: 0, commissionsCount: 0, lines: [] };
    const status = { status: 'canceled', emptyReason: 'creatorsExcluded', canceledAt: expect.any(String) };
    expect(payout).toMatchObject({ ...nothing, ...status, excludedCount: 2 });
    expect(idsIn(payout.excluded)).toEqual([ben, ada]);
    await expectReleased(acme);
    await expectConsistentPayouts(acme);
    const body = { includeBanned: true };
    expect(await createPayout(acme.admin, body)).toMatchObject({ status: 'ready', commissionsCount: 60 });
  });

  test('does not claim a commission that is rejected after the payout has read it', async () => {
    const acme = await brandWithCreators(1);
    const [ada = ''] = acme.creators;
    const { id } = await createApprovedCommission(acme, ada, 500);
    await createApprovedCommission(acme, ada, 300);
    // The first transaction creates the payout, and the second one claims the commissions.
    const paused = pauseAt(2, () => createPayout(acme.admin), isTransaction);
    expect(await paused.isHeld).toBe(true);
    await patch(acme.admin, `/commissions/${id}/reject`, { reason: 'fraud' });
    expect(await paused.release()).toMatchObject({ status: 'ready', amount: 3, commissionsCount: 1 });
    expect(await readCommission(acme.brand.id, id)).toMatchObject({ status: 'rejected', payoutId: null });
    await expectConsistentPayouts(acme);
  });

  test('cancels a payout whose only commission is rejected before it is claimed', async () => {
    const acme = await brandWithCreators(1);
    const { id } = await createApprovedCommission(acme, acme.creators[0] ?? '', 500);
    const attempt = singleAttempt(now());
    const payout = await createPayoutOnce(newPayout({}, acme.brand, attempt), attempt);
    if (!('id' in payout)) throw new Error(payout.emptyReason);
    await patch(acme.admin, `/commissions/${id}/reject`, { reason: 'fraud' });
    await continuePendingPayouts();
    const canceled = { status: 'canceled', emptyReason: 'nothingOwed', canceledAt: expect.any(String) };
    expect(await readPayout(acme.admin, payout.id)).toMatchObject(canceled);
    expect((await readPage(acme.admin, '/payouts', { status: 'canceled' })).total).toBe(1);
  });
});
