// Implements the `finalize` and `drop` phases of a payout, which delete unpayable lines and release their commissions.
import { storedAffiliate } from '#lib/affiliates/schema.ts';
import { isClaimedBy, releaseCommission } from '#lib/payouts/rules/commissions.ts';
import {
  addLines,
  addSums,
  finalizeWork,
  isPayable,
  isSameSum,
  markReady,
} from '#lib/payouts/rules/payout.ts';
import {
  type ClaimedCommission,
  type Line,
  type Payout,
  storedLine,
  type WorkOf,
} from '#lib/payouts/schema/stored.ts';
import { getItems } from '#lib/table/client.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { payoutLinePartition } from '#lib/table/keys/money-keys.ts';
import { readPageAfter } from '#lib/table/query-pages.ts';
import { setAll } from '#lib/table/writes/expression.ts';
import { deleteExisting, updateExisting, type Write } from '#lib/table/writes/write.ts';
import {
  advanceWithoutCommissions,
  commitStep,
  maxLinesPerStep,
  readBatches,
  readCommissions,
  reload,
} from './step.ts';

const lineKey = ({ brandId, id }: Payout, { affiliateId }: Pick<Line, 'affiliateId'>) =>
  keys.payoutLine(brandId, id, affiliateId);

/** The query for the lines may miss the last claim of commissions. In this case, the line differs and the write is refused. */
const isUnchanged = ({ amount, commissionsCount }: Line) => ({
  condition: '#amount = :amount AND #commissionsCount = :commissionsCount',
  values: { amount, commissionsCount },
});

const deleteLine = (payout: Payout, line: Line): Write =>
  deleteExisting(lineKey(payout, line), undefined, isUnchanged(line));

async function addCreators(payout: Payout, lines: readonly Line[]): Promise<readonly Write[]> {
  if (lines.length === 0) return [];
  const creators = lines.map(({ affiliateId }) => keys.item(payout.brandId, 'affiliate', affiliateId));
  const found = await getItems(creators);
  return lines.map((line, index) => {
    const { name, email } = storedAffiliate.parse(found[index]);
    const { condition, values } = isUnchanged(line);
    return updateExisting(lineKey(payout, line), {
      update: setAll({ name, email }),
      condition,
      values: { ...values, name, email },
    });
  });
}

export async function finalize(payout: Payout, work: WorkOf<'finalize'>, now: Date): Promise<Payout> {
  const source = { partition: payoutLinePartition(payout.brandId, payout.id) };
  const { items, upTo, isLast } = await readPageAfter(source, work.after, maxLinesPerStep);
  const lines = items.map((line) => storedLine.parse(line));
  const payable = lines.filter((line) => isPayable(line, payout));
  const dropped = lines.filter((line) => !isPayable(line, payout));
  const progress = {
    ...work,
    after: upTo,
    totals: addLines(work.totals, payable),
    dropped: addSums(work.dropped, dropped),
  };
  const after = isLast ? afterLastLine(payout, progress) : { ...payout, work: progress };
  const writes = [
    ...(await addCreators(payout, payable)),
    ...dropped.map((line) => deleteLine(payout, line)),
  ];
  return advanceWithoutCommissions(payout, after, writes, now);
}

/**
 * Restarts the phase if the lines do not add up to the claimed commissions: then the query of the lines has missed the claim that
 * was written last.
 */
function afterLastLine(payout: Payout, { claimed, dropped, totals }: WorkOf<'finalize'>): Payout {
  if (!isSameSum(addSums(totals, [dropped]), claimed)) {
    return { ...payout, work: finalizeWork(claimed, dropped) };
  }
  if (dropped.commissionsCount === 0) return markReady(payout, totals);
  return { ...payout, work: { phase: 'drop', next: 0, totals } };
}

const maxBatchesPerStep = 10;

async function splitByLine(payout: Payout, commissions: readonly ClaimedCommission[]) {
  const lines = await getItems(commissions.map((claimed) => lineKey(payout, claimed)));
  return {
    dropped: commissions.filter((_, index) => lines[index] === undefined),
    kept: commissions.filter((_, index) => lines[index] !== undefined),
  };
}

export async function drop(payout: Payout, { next, totals }: WorkOf<'drop'>, now: Date): Promise<Payout> {
  const { brandId, id, batches } = payout;
  const end = Math.min(next + maxBatchesPerStep, batches);
  const numbers = Array.from({ length: end - next }, (_, index) => next + index);
  const found = await readBatches(payout, numbers);
  const continueAt = (number: number): Payout =>
    number === batches
      ? markReady(payout, totals)
      : { ...payout, work: { phase: 'drop', next: number, totals } };
  for (const [index, batch] of found.entries()) {
    const number = next + index;
    if (batch === undefined) return reload(payout);
    const { dropped, kept } = await splitByLine(payout, batch);
    if (dropped.length === 0) continue;
    const keptOnly = { update: setAll({ commissions: kept }), values: { commissions: kept } };
    return commitStep(
      {
        payout,
        commissions: await readCommissions(payout, dropped),
        transition: releaseCommission,
        isStillEligible: (commission) => isClaimedBy(commission, id),
        complete: () => ({
          after: continueAt(number + 1),
          writes: [updateExisting(keys.payoutBatch(brandId, id, number), keptOnly)],
        }),
      },
      now,
    );
  }
  return advanceWithoutCommissions(payout, continueAt(end), [], now);
}
