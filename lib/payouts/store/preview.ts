// Calculates what a payout would contain, without writing anything.
import { storedAffiliate } from '#lib/affiliates/schema.ts';
import { addLines, addSums, areSettled, isPayable, zeroTotals } from '#lib/payouts/rules/payout.ts';
import { maxLinesShown } from '#lib/payouts/schema/payout.ts';
import type { Line, Payout } from '#lib/payouts/schema/stored.ts';
import { now } from '#lib/shared/clock.ts';
import { getItems } from '#lib/table/client.ts';
import { readCounter } from '#lib/table/counters.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { claimablePages } from './claimable.ts';

const pageSize = 1000;
/** The preview reads commissions for this long, which is enough for several hundred thousand. */
const timeLimitMilliseconds = 6000;

async function collectLines(payout: Payout, deadline: Date) {
  const lines = new Map<string, Line>();
  for await (const { commissions, isLast } of claimablePages(payout, { place: 0, after: null }, pageSize)) {
    for (const { affiliateId, amount } of commissions) {
      const line = lines.get(affiliateId) ?? { affiliateId, ...zeroTotals, name: '', email: '' };
      lines.set(affiliateId, { ...line, ...addSums(line, [{ amount, commissionsCount: 1 }]) });
    }
    if (!isLast && now() >= deadline) return { lines: [...lines.values()], isComplete: false };
  }
  return { lines: [...lines.values()], isComplete: true };
}

async function withCreatorNames({ brandId }: Payout, lines: readonly Line[]): Promise<readonly Line[]> {
  const creators = lines.map(({ affiliateId }) => keys.item(brandId, 'affiliate', affiliateId));
  const found = creators.length === 0 ? [] : await getItems(creators);
  return lines.map((line, index) => {
    const { name, email } = storedAffiliate.parse(found[index]);
    return { ...line, name, email };
  });
}

/** The amounts are incomplete if a payout claimed or released commissions while they were read. */
export async function previewPayout(payout: Payout, begun: Date) {
  const deadline = new Date(begun.getTime() + timeLimitMilliseconds);
  const before = await readCounter(payout.brandId, 'payouts');
  const { lines, isComplete } = await collectLines(payout, deadline);
  const after = await readCounter(payout.brandId, 'payouts');
  const payable = lines
    .filter((line) => isPayable(line, payout))
    .toSorted((one, other) => (one.affiliateId < other.affiliateId ? 1 : -1));
  const totals = addLines(zeroTotals, payable);
  return {
    payout,
    totals,
    lines: await withCreatorNames(payout, payable.slice(0, maxLinesShown)),
    isComplete: isComplete && areSettled(before, after),
  };
}
