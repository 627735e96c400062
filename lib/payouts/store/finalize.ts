// Once all is claimed: lines that are not paid are dropped, and their commissions are free again; the others stand, with
// the creator's name and address, and add up to what the payout comes to.
import { storedAffiliate } from '#lib/affiliates/schema.ts';
import { released } from '#lib/payouts/rules/commissions.ts';
import { finalized, finalizing, isPayable, isSame, plus, withLines } from '#lib/payouts/rules/payout.ts';
import { type Claimed, type Line, type Payout, storedLine, type WorkOf } from '#lib/payouts/schema/stored.ts';
import { getItems } from '#lib/table/client.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { payoutLinePartition } from '#lib/table/keys/money-keys.ts';
import { readPageAfter } from '#lib/table/query-pages.ts';
import { setAll } from '#lib/table/writes/expression.ts';
import { deleteExisting, updateExisting, type Write } from '#lib/table/writes/write.ts';
import {
  advanceWithoutCommissions,
  isIn,
  linesOfStep,
  readBatches,
  readClaimed,
  reload,
  takeStep,
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

export async function finalize(payout: Payout, work: WorkOf<'finalize'>, now: Date): Promise<Payout> {
  const source = { partition: payoutLinePartition(payout.brandId, payout.id) };
  const { items, upTo, isLast } = await readPageAfter(source, work.after, linesOfStep);
  const lines = items.map((line) => storedLine.parse(line));
  const paid = lines.filter((line) => isPayable(line, payout));
  const left = lines.filter((line) => !isPayable(line, payout));
  const soFar = {
    ...work,
    after: upTo,
    totals: withLines(work.totals, paid),
    dropped: plus(work.dropped, left),
  };
  const after = isLast ? allSeen(payout, soFar) : { ...payout, work: soFar };
  const writes = [...(await keepLines(payout, paid)), ...left.map((line) => dropLine(payout, line))];
  return advanceWithoutCommissions(payout, after, writes, now);
}

/** Where the lines do not come to what was claimed, one was not seen yet: then all are gone over once more. */
function allSeen(payout: Payout, { claimed, dropped, totals }: WorkOf<'finalize'>): Payout {
  if (!isSame(plus(totals, [dropped]), claimed)) return { ...payout, work: finalizing(claimed, dropped) };
  if (dropped.commissionsCount === 0) return finalized(payout, totals);
  return { ...payout, work: { phase: 'drop', next: 0, totals } };
}

/** So many batches are looked through in a step, at most. */
const batchesOfStep = 10;

/** The commissions of a batch, by whether their creator has a line. */
async function sift(payout: Payout, commissions: readonly Claimed[]) {
  const lines = await getItems(commissions.map((claimed) => lineKey(payout, claimed)));
  return {
    dropped: commissions.filter((_, index) => lines[index] === undefined),
    kept: commissions.filter((_, index) => lines[index] !== undefined),
  };
}

/** Frees the commissions of creators whose line was dropped: those of one batch in a step. */
export async function drop(payout: Payout, { next, totals }: WorkOf<'drop'>, now: Date): Promise<Payout> {
  const { brandId, id, batches } = payout;
  const end = Math.min(next + batchesOfStep, batches);
  const numbers = Array.from({ length: end - next }, (_, index) => next + index);
  const found = await readBatches(payout, numbers);
  const movedTo = (number: number): Payout =>
    number === batches
      ? finalized(payout, totals)
      : { ...payout, work: { phase: 'drop', next: number, totals } };
  for (const [index, batch] of found.entries()) {
    const number = next + index;
    if (batch === undefined) return reload(payout);
    const { dropped, kept } = await sift(payout, batch);
    if (dropped.length === 0) continue;
    const rest = { update: setAll({ commissions: kept }), values: { commissions: kept } };
    return takeStep(
      {
        payout,
        commissions: await readClaimed(payout, dropped),
        become: released,
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
