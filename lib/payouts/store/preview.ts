// What a payout would be, without claiming anything: the same walk, the same rules, nothing written.
import { storedAffiliate } from '#lib/affiliates/schema.ts';
import { isPayable, zeroTotals, addSums, addLines } from '#lib/payouts/rules/payout.ts';
import { maxLinesShown } from '#lib/payouts/schema/payout.ts';
import type { Line, Payout } from '#lib/payouts/schema/stored.ts';
import { now } from '#lib/shared/clock.ts';
import { getItems } from '#lib/table/client.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { claimablePages } from './claimable.ts';

/** As many as fit into one answer of a query. */
const pageSize = 1000;
/** As long as a request looks at commissions: some hundred thousand of them. */
const milliseconds = 6000;

/** All lines that there would be, payable or not, as far as there is time. */
async function gatherLines(payout: Payout, until: Date) {
  const lines = new Map<string, Line>();
  for await (const { commissions, isLast } of claimablePages(payout, { place: 0, after: null }, pageSize)) {
    for (const { affiliateId, amount } of commissions) {
      const line = lines.get(affiliateId) ?? { affiliateId, ...zeroTotals, name: '', email: '' };
      lines.set(affiliateId, { ...line, ...addSums(line, [{ amount, commissionsCount: 1 }]) });
    }
    if (!isLast && now() >= until) return { lines: [...lines.values()], isComplete: false };
  }
  return { lines: [...lines.values()], isComplete: true };
}

/** Lines with the names and addresses of their creators. */
async function named({ brandId }: Payout, lines: readonly Line[]): Promise<readonly Line[]> {
  const creators = lines.map(({ affiliateId }) => keys.item(brandId, 'affiliate', affiliateId));
  const found = creators.length === 0 ? [] : await getItems(creators);
  return lines.map((line, index) => {
    const { name, email } = storedAffiliate.parse(found[index]);
    return { ...line, name, email };
  });
}

/** A payout that is not stored, for a request that began then. */
export async function previewPayout(payout: Payout, begun: Date) {
  const until = new Date(begun.getTime() + milliseconds);
  const { lines, isComplete } = await gatherLines(payout, until);
  const payable = lines
    .filter((line) => isPayable(line, payout))
    .toSorted((one, other) => (one.affiliateId < other.affiliateId ? 1 : -1));
  const totals = addLines(zeroTotals, payable);
  return { payout, totals, lines: await named(payout, payable.slice(0, maxLinesShown)), isComplete };
}
