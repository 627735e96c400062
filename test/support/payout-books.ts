// Checks payouts, lines and ledger entries against the commissions.
import { expect } from 'vitest';
import { reconcileBrand } from '#lib/care/reconciliation/store/reconcile-brand.ts';
import { readCounter } from '#lib/foundation/table/counters.ts';
import { ledgerPartition } from '#lib/foundation/table/keys/money-keys.ts';
import type { Commission } from '#lib/money/commissions/schema/commission.ts';
import { dataOf } from './answers.ts';
import { allItems } from './items.ts';
import type { Json } from './json.ts';
import { walk } from './lists.ts';
import { type BrandWithCreators, commissionsOf } from './payouts.ts';
import { send } from './service.ts';
import { fakeTimer } from './timers.ts';

/** Advances the clock beyond the time limit with every read, so that a request processes only one step of a payout. */
export const useOneStepPerRequest = () => fakeTimer(60_000);

const amountOf = (commissions: readonly Commission[]): number =>
  commissions.reduce((sum, { amount }) => sum + amount, 0);

/** Expects that what each file pays and what it misses is the amount of the payout. */
export async function expectFiles({ admin: token }: BrandWithCreators, payout: Json): Promise<Json> {
  const { files } = await dataOf(send('GET', `/payouts/${payout.id}/files`, { token }));
  for (const { amount, missingAmount, linesCount, missingCount } of files) {
    expect(Math.round((amount + missingAmount) * 100)).toBe(Math.round(payout.amount * 100));
    expect(linesCount + missingCount).toBe(payout.affiliatesCount);
  }
  return Object.fromEntries(files.map((file: Json) => [file.format, file]));
}

/** Expects that payouts and lines match their commissions exactly. */
export async function expectConsistentPayouts(acme: BrandWithCreators): Promise<void> {
  const commissions = await commissionsOf(acme.brand.id);
  const byPayout = Map.groupBy(commissions, ({ payoutId }) => payoutId);
  const pages = await walk(acme.admin, '/payouts', { limit: 100 });
  const payouts = pages.flatMap(({ items }) => items);
  const ids = payouts.map(({ id }) => id);
  expect([...byPayout.keys()].filter((id) => id !== null && !ids.includes(id))).toEqual([]);
  for (const payout of payouts) {
    const own = byPayout.get(payout.id) ?? [];
    const isCanceled = payout.status === 'canceled';
    const all = (await walk(acme.admin, `/payouts/${payout.id}/lines`, { limit: 100 })).flatMap(
      ({ items }) => items,
    );
    const lines = all.filter(({ status }) => status !== 'failed');
    expect(payout.failedCount).toBe(all.length - lines.length);
    if (isCanceled) {
      expect(own).toEqual([]);
    } else {
      const expected = [...Map.groupBy(own, ({ affiliateId }) => affiliateId)].map(([id, of]) => [
        id,
        amountOf(of),
        of.length,
      ]);
      const said = lines.map((one) => [one.affiliateId, Math.round(one.amount * 100), one.commissionsCount]);
      expect(said.toSorted()).toEqual(expected.toSorted());
      expect(payout.commissionsCount).toBe(own.length);
      const paid = new Set(lines.filter(({ status }) => status === 'paid').map((line) => line.affiliateId));
      const isWrong = ({ status, affiliateId }: Commission) =>
        status !== (paid.has(affiliateId) ? 'paid' : 'approved');
      expect(own.filter(isWrong)).toEqual([]);
    }
    if (['ready', 'paying', 'paid'].includes(payout.status)) await expectFiles(acme, payout);
    expect(payout.affiliatesCount).toBe(lines.length);
    expect(Math.round(payout.amount * 100)).toBe(
      lines.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0),
    );
  }
  await expectLedger(acme, commissions);
}

/** Expects that the reconciliation agrees as well. The commissions of these tests have no orders. */
export async function expectBooks(acme: BrandWithCreators): Promise<void> {
  await expectConsistentPayouts(acme);
  const { differences } = await reconcileBrand(acme.brand.id);
  expect(differences.filter(({ subject }) => !subject.startsWith('conversion '))).toEqual([]);
}

/** Expects that the ledger totals by account and payout match the commissions. */
async function expectLedger({ brand }: BrandWithCreators, commissions: readonly Commission[]): Promise<void> {
  const ledger = ledgerPartition(brand.id, '');
  const entries = (await allItems()).filter(({ pk }) => String(pk).startsWith(ledger));
  const sums = new Map<string, number>();
  for (const { postings, payoutId, commissions: counts } of entries) {
    for (const { account, amount } of postings as { account: string; amount: number }[]) {
      sums.set(account, (sums.get(account) ?? 0) - amount);
      if (account !== 'inPayout' && account !== 'paid') continue;
      sums.set(`${account} ${payoutId}`, (sums.get(`${account} ${payoutId}`) ?? 0) - amount);
    }
    expect((postings as { amount: number }[]).reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
    expect(counts).toBeTypeOf('object');
  }
  const sumOf = (which: (one: Commission) => boolean) => amountOf(commissions.filter(which));
  const stands = {
    approved: sumOf(({ status, payoutId }) => status === 'approved' && payoutId === null),
    inPayout: sumOf(({ status, payoutId }) => status === 'approved' && payoutId !== null),
    paid: sumOf(({ status }) => status === 'paid'),
  };
  for (const [account, amount] of Object.entries(stands))
    expect(sums.get(account) ?? 0, account).toBe(amount);
  for (const id of new Set(commissions.map(({ payoutId }) => payoutId).filter((one) => one !== null))) {
    const own = commissions.filter(({ payoutId }) => payoutId === id);
    const said = (sums.get(`inPayout ${id}`) ?? 0) + (sums.get(`paid ${id}`) ?? 0);
    expect(said, id).toBe(amountOf(own));
  }
  const counts = await readCounter(brand.id, 'commissions');
  const ofStatus = (status: string) => commissions.filter((one) => one.status === status).length;
  expect([counts.approved ?? 0, counts.paid ?? 0]).toEqual([ofStatus('approved'), ofStatus('paid')]);
}
