// Calculates figures from the payouts of a brand, and compares the payout counter with the stored payouts.
import { isDeepStrictEqual } from 'node:util';
import { type Difference, differencesBetween } from '#lib/care/reconciliation/rules/comparison.ts';
import { payoutFigures, payoutLineFigures } from '#lib/care/reconciliation/rules/stored-figures.ts';
import { type Figures, type SubjectFigures, subjects } from '#lib/care/reconciliation/rules/subjects.ts';
import { queryPartition } from '#lib/foundation/table/client.ts';
import { readCounter } from '#lib/foundation/table/counters.ts';
import { collectionPartition } from '#lib/foundation/table/keys/keys.ts';
import { payoutLinePartition } from '#lib/foundation/table/keys/money-keys.ts';
import { type Payout, storedLine, storedPayout } from '#lib/money/payouts/schema/stored.ts';
import { figuresOfPartition, idIn, parseFigures } from './stored-figures.ts';

async function finishedPayoutFigures(payout: Payout): Promise<readonly SubjectFigures[]> {
  const { brandId, id } = payout;
  const found = (await queryPartition(payoutLinePartition(brandId, id))).map((item) => ({
    item,
    ...storedLine.safeParse(item),
  }));
  const lines = found.flatMap(({ data }) => (data === undefined ? [] : [data]));
  return [
    payoutFigures(payout, lines),
    ...lines.map((line) => payoutLineFigures(payout, line)),
    ...found
      .filter(({ success }) => !success)
      .map(({ item }) => ({
        subject: subjects.payoutLine(id, String(item.affiliateId)),
        figures: { unreadable: 1 },
      })),
  ];
}

export async function* storedPayouts(
  brandId: string,
  unfinished: Set<string>,
): AsyncGenerator<SubjectFigures> {
  yield* figuresOfPartition(collectionPartition(brandId, 'payout'), (item) =>
    parseFigures(storedPayout, item, subjects.payout(idIn(item)), async (payout) => {
      if (payout.work === null) return finishedPayoutFigures(payout);
      unfinished.add(payout.id);
      return [];
    }),
  );
}

async function countPayouts(brandId: string): Promise<Figures> {
  const counts: Record<string, number> = {};
  const statuses = figuresOfPartition(collectionPartition(brandId, 'payout'), (item) => {
    const { status = 'unreadable' } = storedPayout.safeParse(item).data ?? {};
    return [{ subject: subjects.payoutCounts(brandId), figures: { total: 1, [status]: 1 } }];
  });
  for await (const { figures } of statuses) {
    for (const [name, count] of Object.entries(figures)) counts[name] = (counts[name] ?? 0) + count;
  }
  return counts;
}

const attempts = 3;

/**
 * An equal counter before and after the listing proves that no payout changed, because it also counts the returns to an earlier status.
 * Retries on a difference, because the listing may have read only some items of a transaction.
 */
export async function payoutCountDifferences(brandId: string): Promise<readonly Difference[] | undefined> {
  let found: readonly Difference[] | undefined;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const before = await readCounter(brandId, 'payouts');
    const listed = await countPayouts(brandId);
    if (!isDeepStrictEqual(await readCounter(brandId, 'payouts'), before)) continue;
    const { returns: _, ...counted } = before;
    found = differencesBetween(subjects.payoutCounts(brandId), listed, counted);
    if (found.length === 0) return found;
  }
  return found;
}
