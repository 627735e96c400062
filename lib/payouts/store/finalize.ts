// Once all is claimed: lines that are not paid are dropped, and their commissions are free again; the others stand, with
// the creator's name and address, and add up to what the payout comes to.
import { storedAffiliate } from '#lib/affiliates/schema.ts';
import { releaseCommission } from '#lib/payouts/rules/commissions.ts';
import { markReady, finalizeWork, isPayable, isSameSum, addSums, addLines } from '#lib/payouts/rules/payout.ts';
import { type ClaimedCommission, type Line, type Payout, storedLine, type WorkOf } from '#lib/payouts/schema/stored.ts';
import { getItems } from '#lib/table/client.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { linesOf } from '#lib/table/keys/money-keys.ts';
import { readPageAfter } from '#lib/table/partition-walk.ts';
import { setAll } from '#lib/table/writes/expression.ts';
import { deleteExisting, updateExisting, type Write } from '#lib/table/writes/write.ts';
import {
  advanceWithoutCommissions,
  isIn,
  maxLinesPerStep,
  readBatches,
  readClaimedCommissions,
  reload,
  commitStep,
} from './step.ts';

const lineKey = ({ brandId, id }: Payout, { affiliateId }: Pick<Line, 'affiliateId'>) =>
  keys.payoutLine(brandId, id, affiliateId);

/** The line still says what was read of it. Where the last claim is just being written, it may not. */
const asRead = ({ amount, commissionsCount }: Line) => ({
  condition: '#amount = :amount AND #commissionsCount = :commissionsCount',
  values: { amount, commissionsCount },
});

const dropLine = (payout: Payout, line: Line): Write =>
  deleteExisting(lineKey(payout, line), undefined, asRead(line));

/** Lines as they stand from then on. Creators are never deleted. */
async function keepLines(payout: Payout, lines: readonly Line[]): Promise<readonly Write[]> {
  if (lines.length === 0) return [];
  const creators = lines.map(({ affiliateId }) => keys.item(payout.brandId, 'affiliate', affiliateId));
  const found = await getItems(creators);
  return lines.map((line, index) => {
    const { name, email } = storedAffiliate.parse(found[index]);
    const { condition, values } = asRead(line);
    return updateExisting(lineKey(payout, line), {
      update: setAll({ name, email }),
      condition,
      values: { ...values, name, email },
    });
  });
}

export async function finalizeLines(payout: Payout, work: WorkOf<'finalize'>, now: Date): Promise<Payout> {
  const source = { partition: linesOf(payout.brandId, payout.id) };
  const { items, upTo, isLast } = await readPageAfter(source, work.after, maxLinesPerStep);
  const lines = items.map((line) => storedLine.parse(line));
  const paid = lines.filter((line) => isPayable(line, payout));
  const left = lines.filter((line) => !isPayable(line, payout));
  const soFar = {
    ...work,
    after: upTo,
    totals: addLines(work.totals, paid),
    dropped: addSums(work.dropped, left),
  };
  const after = isLast ? allSeen(payout, soFar) : { ...payout, work: soFar };
  const writes = [...(await keepLines(payout, paid)), ...left.map((line) => dropLine(payout, line))];
  return advanceWithoutCommissions(payout, after, writes, now);
}

/** Where the lines do not come to what was claimed, one was not seen yet: then all are gone over once more. */
function allSeen(payout: Payout, { claimed, dropped, totals }: WorkOf<'finalize'>): Payout {
  if (!isSameSum(addSums(totals, [dropped]), claimed)) return { ...payout, work: finalizeWork(claimed, dropped) };
  if (dropped.commissionsCount === 0) return markReady(payout, totals);
  return { ...payout, work: { phase: 'drop', next: 0, totals } };
}

/** So many batches are looked through in a step, at most. */
const batchesOfStep = 10;

/** The commissions of a batch, by whether their creator has a line. */
async function sift(payout: Payout, commissions: readonly ClaimedCommission[]) {
  const lines = await getItems(commissions.map((claimed) => lineKey(payout, claimed)));
  return {
    dropped: commissions.filter((_, index) => lines[index] === undefined),
    kept: commissions.filter((_, index) => lines[index] !== undefined),
  };
}

/** Frees the commissions of creators whose line was dropped: those of one batch in a step. */
export async function releaseDropped(payout: Payout, { next, totals }: WorkOf<'drop'>, now: Date): Promise<Payout> {
  const { brandId, id, batches } = payout;
  const end = Math.min(next + batchesOfStep, batches);
  const numbers = Array.from({ length: end - next }, (_, index) => next + index);
  const found = await readBatches(payout, numbers);
  const movedTo = (number: number): Payout =>
    number === batches
      ? markReady(payout, totals)
      : { ...payout, work: { phase: 'drop', next: number, totals } };
  for (const [index, batch] of found.entries()) {
    const number = next + index;
    if (batch === undefined) return reload(payout);
    const { dropped, kept } = await sift(payout, batch);
    if (dropped.length === 0) continue;
    const rest = { update: setAll({ commissions: kept }), values: { commissions: kept } };
    return commitStep(
      {
        payout,
        commissions: await readClaimedCommissions(payout, dropped),
        become: releaseCommission,
        takesPart: isIn(payout),
        around: () => ({
          after: movedTo(number + 1),
          writes: [updateExisting(keys.payoutBatch(brandId, id, number), rest)],
        }),
      },
      now,
    );
  }
  return advanceWithoutCommissions(payout, movedTo(end), [], now);
}
