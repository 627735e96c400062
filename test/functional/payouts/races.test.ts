// Many payouts over the same commissions, and many workers on one payout, all at once.
// How many commissions: PAYOUT_SIZE, by default what is written in a moment.
import { describe, expect, test } from 'vitest';
import { advance } from '#lib/payouts/advance.ts';
import { getPayout } from '#lib/payouts/store.ts';
import { atOnce } from '#test/support/at-once.ts';
import { deadLetters } from '#test/support/dead-letters.ts';
import { readPage } from '#test/support/lists.ts';
import { expectExact, oneStepARequest } from '#test/support/payout-books.ts';
import {
  brandWithCreators,
  cancelPayout,
  commissionsOf,
  createPayout,
  fillCommissions,
  payPayout,
  readPayout,
} from '#test/support/payouts.ts';
import { send } from '#test/support/service.ts';
import { sized } from '#test/support/size.ts';
import { carryOnToTheEnd, newChanges } from '#test/support/stream.ts';

const size = Number(process.env.PAYOUT_SIZE ?? 100);
const runs = sized(20, 50);

describe('many at once', () => {
  test(`${runs} payouts over ${size} commissions: each commission is in one at most`, async () => {
    const acme = await brandWithCreators(10);
    await fillCommissions(acme, size);
    await newChanges();
    const payouts = await atOnce(runs, () => createPayout(acme.admin));
    await carryOnToTheEnd();
    const { items } = await readPage(acme.admin, '/payouts', { limit: 100, status: 'ready' });
    expect(items).toHaveLength(runs);
    expect(items.reduce((sum, { commissionsCount }) => sum + commissionsCount, 0)).toBe(size);
    await expectExact(acme);
    await Promise.all(
      payouts.map(({ id }, index) =>
        index % 2 === 0 ? payPayout(acme.admin, id) : cancelPayout(acme.admin, id),
      ),
    );
    await carryOnToTheEnd();
    await expectExact(acme);
    expect(deadLetters()).toEqual([]);
  });

  test('workers on one payout take each step once', async () => {
    const acme = await brandWithCreators(5);
    await fillCommissions(acme, 120);
    oneStepARequest();
    const { id } = await createPayout(acme.admin, { minimum: 1 });
    const work = async () => advance(await getPayout(acme.brand.id, id), new Date('9999-12-31'));
    for (const end of [payPayout, undefined]) {
      const ends = await atOnce(4, work);
      expect(new Set(ends.map(({ status }) => status)).size).toBe(1);
      await expectExact(acme);
      if (end !== undefined) await end(acme.admin, id);
    }
    expect(await readPayout(acme.admin, id)).toMatchObject({ status: 'paid', commissionsCount: 120 });
  });

  test('a refund, a rejection, an approval in between: whatever is in the payout is in its lines', async () => {
    const acme = await brandWithCreators(4);
    await fillCommissions(acme, 120);
    const commissions = await commissionsOf(acme.brand.id);
    const reject = (id: string) =>
      send('PATCH', `/commissions/${id}/reject`, { token: acme.admin, body: { reason: 'fraud' } });
    await Promise.all([
      createPayout(acme.admin),
      createPayout(acme.admin),
      ...commissions.slice(30, 60).map(({ id }) => reject(id)),
    ]);
    await carryOnToTheEnd();
    await expectExact(acme);
    const after = await commissionsOf(acme.brand.id);
    expect(after.filter(({ status, payoutId }) => status === 'rejected' && payoutId !== null)).toEqual([]);
    expect(after.filter(({ status, payoutId }) => status === 'approved' && payoutId === null)).toEqual([]);
  });
});
