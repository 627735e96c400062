// Tests concurrent requests for payouts over the same commissions, and concurrent workers on one payout.
// PAYOUT_SIZE sets the number of commissions.

import { describe, expect, test } from 'vitest';
import { now } from '#lib/foundation/shared/clock.ts';
import { advance } from '#lib/money/payouts/store/advance.ts';
import { getPayout } from '#lib/money/payouts/store/payouts.ts';
import { runConcurrently } from '#test/support/concurrent.ts';
import { deadLetters } from '#test/support/dead-letters.ts';
import { readPage } from '#test/support/lists.ts';
import { expectConsistentPayouts, useOneStepPerRequest } from '#test/support/payout-books.ts';
import {
  brandWithCreators,
  commissionsOf,
  createPayout,
  fillCommissions,
  payPayout,
  postPayout,
  readPayout,
} from '#test/support/payouts.ts';
import { send } from '#test/support/service.ts';

import { continueToCompletion, newChanges } from '#test/support/stream.ts';

const size = Number(process.env.PAYOUT_SIZE ?? 60);
const payoutCount = 50;

describe('a payout with concurrent requests', () => {
  test(`${payoutCount} concurrent payouts claim each of ${size} commissions exactly once`, async () => {
    const acme = await brandWithCreators(10);
    await fillCommissions(acme, size);
    await newChanges();
    const answers = await runConcurrently(payoutCount, () => postPayout(acme.admin));
    await continueToCompletion();
    const { items } = await readPage(acme.admin, '/payouts', { limit: 100 });
    expect(items.map(({ status, commissionsCount }) => [status, commissionsCount])).toEqual([
      ['ready', size],
    ]);
    expect(answers.filter(({ status }) => status === 201).map(({ json }) => json.data.id)).toEqual(
      items.map(({ id }) => id),
    );
    await expectConsistentPayouts(acme);
    expect(deadLetters()).toEqual([]);
  });

  test('takes each step once when four workers advance one payout', async () => {
    const acme = await brandWithCreators(5);
    await fillCommissions(acme, 120);
    useOneStepPerRequest();
    const { id } = await createPayout(acme.admin, { minimum: 1 });
    const work = async () => advance(await getPayout(acme.brand.id, id), () => false, { now });
    for (const end of [payPayout, undefined]) {
      const results = await runConcurrently(4, work);
      expect(new Set(results.map(({ status }) => status)).size).toBe(1);
      await expectConsistentPayouts(acme);
      if (end !== undefined) await end(acme.admin, id);
    }
    expect(await readPayout(acme.admin, id)).toMatchObject({ status: 'paid', commissionsCount: 120 });
  });

  test('keeps its lines and commissions consistent when rejections arrive during the preparation', async () => {
    const acme = await brandWithCreators(4);
    await fillCommissions(acme, 120);
    const commissions = await commissionsOf(acme.brand.id);
    const reject = (id: string) =>
      send('PATCH', `/commissions/${id}/reject`, { token: acme.admin, body: { reason: 'fraud' } });
    await Promise.all([createPayout(acme.admin), ...commissions.slice(30, 60).map(({ id }) => reject(id))]);
    await continueToCompletion();
    await expectConsistentPayouts(acme);
    const after = await commissionsOf(acme.brand.id);
    expect(after.filter(({ status, payoutId }) => status === 'rejected' && payoutId !== null)).toEqual([]);
    expect(after.filter(({ status, payoutId }) => status === 'approved' && payoutId === null)).toEqual([]);
  });
});
