// Tests lines of payouts that are marked as paid or failed one by one.
import { describe, expect, test } from 'vitest';
import { now } from '#lib/foundation/shared/clock.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import { advance } from '#lib/money/payouts/store/advance.ts';
import { getPayout } from '#lib/money/payouts/store/payouts.ts';
import { countByStatus, runConcurrently } from '#test/support/concurrent.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { isTransaction, runAndKill } from '#test/support/interruptions.ts';
import { allItems } from '#test/support/items.ts';
import { readPage } from '#test/support/lists.ts';
import { expectBooks, useOneStepPerRequest } from '#test/support/payout-books.ts';
import {
  type BrandWithCreators,
  brandWithCreators,
  cancelPayout,
  commissionsOf,
  createApprovedCommission,
  createPayout,
  fillCommissions,
  markLine,
  patchLine,
  patchPayout,
  payPayout,
  postPayout,
  readPayout,
  reopenPayout,
} from '#test/support/payouts.ts';
import { errorBody, expectError, invalidFields } from '#test/support/refusals.ts';
import { createBrand, send } from '#test/support/service.ts';
import { inTurn } from '#test/support/size.ts';
import { continueToCompletion, newChanges } from '#test/support/stream.ts';
import { stopTimer } from '#test/support/timers.ts';

/** Creates a ready payout of 10.00 for Ada and 20.00 for Ben. */
async function createReadyPayout() {
  const acme = await brandWithCreators(2);
  const [ada = '', ben = ''] = acme.creators;
  await createApprovedCommission(acme, ada, 1000);
  await createApprovedCommission(acme, ben, 2000);
  return { acme, ada, ben, payout: await createPayout(acme.admin) };
}

const statesOf = async ({ brand }: BrandWithCreators) =>
  Object.fromEntries(
    (await commissionsOf(brand.id)).map((one) => [one.affiliateId, [one.status, one.payoutId, one.paidAt]]),
  );

const statusesOf = async ({ brand }: BrandWithCreators) =>
  Object.fromEntries((await commissionsOf(brand.id)).map((one) => [one.affiliateId, one.status]));

describe('PATCH /v1/payouts/{id}/lines/{affiliateId} with status failed', () => {
  test('takes the commissions of a paid line out of the payout, and a later payout contains them', async () => {
    const clock = fakeClock('2026-03-01T12:00:00.000Z');
    const { acme, ada, ben, payout } = await createReadyPayout();
    const paid = await payPayout(acme.admin, payout.id);
    clock.advance(60);
    const body = { status: 'failed', reason: 'The account is closed' };
    const { json } = await patchLine(acme.admin, payout.id, ada, body);
    expect(json.data).toMatchObject({
      ...{ affiliateId: ada, amount: 10, status: 'failed', failureReason: 'The account is closed' },
      ...{ paidAt: '2026-03-01T12:00:00.000Z', failedAt: '2026-03-01T12:01:00.000Z' },
    });
    const after = await readPayout(acme.admin, payout.id);
    const counts = { amount: 20, affiliatesCount: 1, commissionsCount: 1, paidCount: 0, failedCount: 1 };
    expect(after).toMatchObject({ ...paid, ...counts });
    expect(after.lines.map((line: { status: string }) => line.status)).toEqual(['paid', 'failed']);
    expect((await readPage(acme.admin, `/payouts/${payout.id}/lines`)).total).toBe(2);
    const { text } = await send('GET', `/payouts/${payout.id}.csv`, { token: acme.admin });
    expect([text.includes(ada), text.includes(ben)]).toEqual([false, true]);
    expect(await statesOf(acme)).toEqual({
      [ada]: ['approved', null, null],
      [ben]: ['paid', payout.id, paid.paidAt],
    });
    await expectBooks(acme);
    expect(await createPayout(acme.admin)).toMatchObject({ amount: 10, commissionsCount: 1 });
    await expectBooks(acme);
  });

  test('leaves the rest of a ready payout to be paid, reopened or canceled', async () => {
    const { acme, ada, ben, payout } = await createReadyPayout();
    await markLine(acme.admin, payout.id, ada, 'failed');
    expect(await payPayout(acme.admin, payout.id)).toMatchObject({ status: 'paid', amount: 20 });
    expect(await statusesOf(acme)).toEqual({ [ada]: 'approved', [ben]: 'paid' });
    await reopenPayout(acme.admin, payout.id);
    await expectBooks(acme);
    await cancelPayout(acme.admin, payout.id);
    const released = ['approved', null, null];
    expect(await statesOf(acme)).toEqual({ [ada]: released, [ben]: released });
    await expectBooks(acme);
  });

  test('continues in steps, and refuses other changes and new payouts until the last one', async () => {
    const acme = await brandWithCreators(2);
    await fillCommissions(acme, 180);
    const [ada = ''] = acme.creators;
    const { id } = await createPayout(acme.admin);
    await newChanges();
    useOneStepPerRequest();
    const line = await markLine(acme.admin, id, ada, 'failed');
    expect(line.status).toBe('failed');
    expect((await readPayout(acme.admin, id)).status).toBe('updating');
    expect((await postPayout(acme.admin)).json).toMatchObject({ code: 'payout_in_progress' });
    expectError(
      await patchPayout(acme.admin, id, { status: 'canceled' }),
      errorBody(409, 'A payout that is updating cannot become canceled'),
    );
    expect(await continueToCompletion()).toBeGreaterThan(0);
    stopTimer();
    expect(await readPayout(acme.admin, id)).toMatchObject({ status: 'ready', commissionsCount: 90 });
    const released = (await commissionsOf(acme.brand.id)).filter(({ payoutId }) => payoutId === null);
    expect(released).toHaveLength(90);
    await expectBooks(acme);
  });
});

describe('PATCH /v1/payouts/{id}/lines/{affiliateId} with status paid', () => {
  test('pays the line before the others, which are paid with the payout', async () => {
    const clock = fakeClock('2026-03-01T12:00:00.000Z');
    const { acme, ada, ben, payout } = await createReadyPayout();
    const early = '2026-03-01T12:00:00.000Z';
    expect(await markLine(acme.admin, payout.id, ada, 'paid')).toMatchObject({
      status: 'paid',
      paidAt: early,
    });
    expect(await readPayout(acme.admin, payout.id)).toMatchObject({ ...payout, paidCount: 1 });
    expect(await statusesOf(acme)).toEqual({ [ada]: 'paid', [ben]: 'approved' });
    await expectBooks(acme);
    expectError(
      await patchPayout(acme.admin, payout.id, { status: 'canceled' }),
      errorBody(
        409,
        '1 lines of the payout are marked as paid: mark the other lines as failed, and then the payout as paid',
      ),
    );
    clock.advance(60);
    await payPayout(acme.admin, payout.id);
    const late = '2026-03-01T12:01:00.000Z';
    expect(await statesOf(acme)).toMatchObject({
      [ada]: ['paid', payout.id, early],
      [ben]: ['paid', payout.id, late],
    });
    await expectBooks(acme);
    await reopenPayout(acme.admin, payout.id);
    expect(await statusesOf(acme)).toEqual({ [ada]: 'paid', [ben]: 'approved' });
    await expectBooks(acme);
  });

  test('returns 200 for a repeated request and 409 for a line that has failed', async () => {
    const { acme, ada, ben, payout } = await createReadyPayout();
    const first = await markLine(acme.admin, payout.id, ada, 'failed');
    const before = await allItems();
    expect(await markLine(acme.admin, payout.id, ada, 'failed')).toEqual(first);
    expectError(
      await patchLine(acme.admin, payout.id, ada, { status: 'paid' }),
      errorBody(409, 'A line that is failed cannot become paid'),
    );
    expect(await allItems()).toEqual(before);
    await cancelPayout(acme.admin, payout.id);
    expectError(
      await patchLine(acme.admin, payout.id, ben, { status: 'failed' }),
      errorBody(409, 'A line of a payout that is canceled cannot become failed'),
    );
  });
});

describe('PATCH /v1/payouts/{id}/lines/{affiliateId}', () => {
  test('marks every line once when requests for several lines, a payment and a cancellation run concurrently', async () => {
    const acme = await brandWithCreators(6);
    await fillCommissions(acme, 60);
    const { id } = await createPayout(acme.admin);
    const [first = '', ...others] = acme.creators;
    const answers = await runConcurrently(10, (index) => {
      if (index === 8) return patchPayout(acme.admin, id, { status: 'paid', reference: 'one' });
      if (index === 9) return patchPayout(acme.admin, id, { status: 'canceled' });
      const status = index % 2 === 0 ? 'failed' : 'paid';
      return patchLine(acme.admin, id, others[index % others.length] ?? first, { status });
    });
    await continueToCompletion();
    expect(Object.keys(countByStatus(answers)).filter((status) => !['200', '409'].includes(status))).toEqual(
      [],
    );
    expect((await readPayout(acme.admin, id)).status).toMatch(/^(ready|paid|canceled)$/);
    await expectBooks(acme);
  });

  test.each(['before', 'after'] as const)(
    'reaches the same state after a crash %s any transaction',
    async (moment) => {
      for (const call of inTurn([1, 2, 3], 3, 1)) {
        const acme = await brandWithCreators(2);
        await fillCommissions(acme, 90);
        const [ada = ''] = acme.creators;
        const { id } = await createPayout(acme.admin);
        if (call === 3) await payPayout(acme.admin, id);
        await newChanges();
        const request = () => patchLine(acme.admin, id, ada, { status: 'failed' });
        await runAndKill(request, { call, moment, counts: isTransaction });
        await markLine(acme.admin, id, ada, 'failed');
        await continueToCompletion();
        expect(await readPayout(acme.admin, id)).toMatchObject({ failedCount: 1, commissionsCount: 45 });
        await expectBooks(acme);
      }
    },
  );

  test('two workers mark a line once', async () => {
    const acme = await brandWithCreators(2);
    await fillCommissions(acme, 90);
    const { id } = await createPayout(acme.admin);
    useOneStepPerRequest();
    await markLine(acme.admin, id, acme.creators[0] ?? '', 'paid');
    stopTimer();
    const work = async () => advance(await getPayout(acme.brand.id, id), () => false, { now });
    const results = await runConcurrently(3, work);
    expect(results.map(({ status }) => status)).toEqual(['ready', 'ready', 'ready']);
    await expectBooks(acme);
  });

  test('returns 400, 403 or 404, and writes nothing', async () => {
    const { acme, ada, payout } = await createReadyPayout();
    const globex = await createBrand();
    const before = await allItems();
    const failed = { status: 'failed' };
    expectError(await patchLine(acme.admin, payout.id, ada, { status: 'open' }), invalidFields('status'));
    const reasoned = { status: 'paid', reason: 'None' };
    expectError(await patchLine(acme.admin, payout.id, ada, reasoned), invalidFields('reason'));
    expectError(
      await patchLine(acme.member, payout.id, ada, failed),
      errorBody(403, 'Your role does not allow this action'),
    );
    const unknown = newId('affiliate', new Date());
    expectError(
      await patchLine(acme.admin, payout.id, unknown, failed),
      errorBody(404, 'Affiliate not found'),
    );
    expectError(await patchLine(globex.admin, payout.id, ada, failed), errorBody(404, 'Payout not found'));
    expect(await allItems()).toEqual(before);
  });
});
