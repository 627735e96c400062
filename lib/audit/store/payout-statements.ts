// The payouts of a brand, as statements to hold against its ledger, and their counts against themselves.
import { isDeepStrictEqual } from 'node:util';
import { type Difference, differencesBetween } from '#lib/audit/rules/comparison.ts';
import { ofLine, ofPayout } from '#lib/audit/rules/statements.ts';
import { type Figures, type Statement, subjects } from '#lib/audit/rules/subjects.ts';
import { type Payout, storedLine, storedPayout } from '#lib/payouts/schema/stored.ts';
import { queryPartition } from '#lib/table/client.ts';
import { readCounter } from '#lib/table/counters.ts';
import { collectionPartition } from '#lib/table/keys/keys.ts';
import { payoutLinePartition } from '#lib/table/keys/money-keys.ts';
import { eachIn, idIn, read } from './stored-statements.ts';

/** One that rests: what it says of itself, and what its lines say. */
async function restingPayout(payout: Payout): Promise<readonly Statement[]> {
  const { brandId, id } = payout;
  const found = (await queryPartition(payoutLinePartition(brandId, id))).map((item) => ({
    item,
    ...storedLine.safeParse(item),
  }));
  const lines = found.flatMap(({ data }) => (data === undefined ? [] : [data]));
  return [
    ofPayout(payout, lines),
    ...lines.map((line) => ofLine(payout, line)),
    ...found
      .filter(({ success }) => !success)
      .map(({ item }) => ({
        subject: subjects.payoutLine(id, String(item.affiliateId)),
        figures: { unreadable: 1 },
      })),
  ];
}

/** All payouts that rest, and their lines; the ids of the others are added to those under way. */
export async function* storedPayouts(brandId: string, underWay: Set<string>): AsyncGenerator<Statement> {
  yield* eachIn(collectionPartition(brandId, 'payout'), (item) =>
    read(storedPayout, item, subjects.payout(idIn(item)), async (payout) => {
      if (payout.work === null) return restingPayout(payout);
      underWay.add(payout.id);
      return [];
    }),
  );
}

/** How many there are of each status, as they stand in their list. */
async function listedPayouts(brandId: string): Promise<Figures> {
  const counts: Record<string, number> = {};
  const statuses = eachIn(collectionPartition(brandId, 'payout'), (item) => {
    const { status = 'unreadable' } = storedPayout.safeParse(item).data ?? {};
    return [{ subject: subjects.payoutCounts(brandId), figures: { total: 1, [status]: 1 } }];
  });
  for await (const { figures } of statuses) {
    for (const [name, by] of Object.entries(figures)) counts[name] = (counts[name] ?? 0) + by;
  }
  return counts;
}

/** A payout takes a few steps a second, and then rests for days. */
const looks = 3;

/**
 * Where the counts of payouts by status are not those of their list. No entry moves them; but a payout never comes back to a
 * status that it has left, so that counts which are the same before and after the list was read have not moved meanwhile.
 * Undefined where they moved at each look. A difference is looked at again: what one transaction wrote is seen item by item
 * for a moment.
 */
export async function payoutCountDifferences(brandId: string): Promise<readonly Difference[] | undefined> {
  let found: readonly Difference[] | undefined;
  for (let look = 0; look < looks; look += 1) {
    const before = await readCounter(brandId, 'payouts');
    const listed = await listedPayouts(brandId);
    if (!isDeepStrictEqual(await readCounter(brandId, 'payouts'), before)) continue;
    found = differencesBetween(subjects.payoutCounts(brandId), listed, before);
    if (found.length === 0) return found;
  }
  return found;
}
