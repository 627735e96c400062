// Commits one step of a payout: a transaction that changes some commissions and the payout itself. docs/decisions/0033

import { notFound, unavailable } from '#lib/foundation/shared/errors.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { tryTransact } from '#lib/foundation/table/transact.ts';
import { type Refusal, transactionLimit, type Write } from '#lib/foundation/table/writes/write.ts';
import { commissionEntry } from '#lib/money/commissions/rules/ledger-entries.ts';
import { type Commission, storedCommission } from '#lib/money/commissions/schema/commission.ts';
import { changeCommission, commissionKey } from '#lib/money/commissions/writes.ts';
import { postEntries } from '#lib/money/ledger/writes.ts';
import { type ClaimedCommission, type Payout, storedBatch } from '#lib/money/payouts/schema/stored.ts';
import { changePayoutProgress } from '#lib/money/payouts/writes.ts';
import { findPayout } from './payouts.ts';

export const maxCommissionsPerStep = 40;
const writesPerCommission = 2;
/** Counts the payout, its batch, the counter of payouts and the counter of commissions. */
const writesPerPayout = 4;

export const maxLinesPerStep = transactionLimit - writesPerPayout;

export const fitsInStep = (commissions: readonly Pick<Commission, 'affiliateId'>[]): boolean =>
  commissions.length <= maxCommissionsPerStep &&
  writesPerCommission * commissions.length +
    new Set(commissions.map(({ affiliateId }) => affiliateId)).size +
    writesPerPayout <=
    transactionLimit;

interface Step {
  readonly payout: Payout;
  readonly commissions: readonly Commission[];
  readonly transition: (commission: Commission) => Commission;
  readonly isStillEligible: (commission: Commission) => boolean;
  readonly complete: (commissions: readonly Commission[]) => {
    readonly after: Payout;
    readonly writes?: readonly Write[];
  };
}

/** A step needs several attempts if refunds or other payouts change the same commissions concurrently. */
const attempts = 8;

export interface StepResult {
  readonly payout: Payout;
  /** False if the step wrote nothing, because another worker has changed the payout, or because a read missed a part of its last step. */
  readonly isCommitted: boolean;
}

/** If another worker has changed the payout, writes nothing and returns the current payout. */
export async function commitStep(step: Step, now: Date): Promise<StepResult> {
  let { commissions } = step;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const { after, writes = [] } = step.complete(commissions);
    const payoutWrites = changePayoutProgress(step.payout, after);
    const changes = commissions.map((before) => changeCommission(before, step.transition(before)));
    const entries = commissions.map((before) => commissionEntry(before, step.transition(before), now));
    const refusals = await tryTransact([...payoutWrites, ...changes, ...postEntries(entries), ...writes]);
    if (refusals.length === 0)
      return { payout: { ...after, revision: step.payout.revision + 1 }, isCommitted: true };
    const refusalOf = new Map(refusals.map((refusal) => [refusal.write, refusal]));
    const isOvertaken = payoutWrites.some((write) => refusalOf.has(write));
    if (isOvertaken || changes.every((change) => !refusalOf.has(change))) return reload(step.payout);
    commissions = commissions.flatMap((commission, index) => {
      const change = changes[index];
      const refusal = change === undefined ? undefined : refusalOf.get(change);
      return refusal === undefined ? [commission] : existingCommission(refusal).filter(step.isStillEligible);
    });
  }
  throw unavailable(new Error(`The commissions of ${step.payout.id} changed on every attempt`));
}

const existingCommission = ({ existing }: Refusal): readonly Commission[] =>
  existing === undefined ? [] : [storedCommission.parse(existing)];

export async function reload(payout: Payout): Promise<StepResult> {
  const found = await findPayout(payout.brandId, payout.id);
  if (found === undefined) throw notFound('payout');
  return { payout: found, isCommitted: false };
}

export const advanceWithoutCommissions = (
  payout: Payout,
  after: Payout,
  writes: readonly Write[],
  now: Date,
): Promise<StepResult> =>
  commitStep(
    {
      payout,
      commissions: [],
      transition: (commission) => commission,
      isStillEligible: () => false,
      complete: () => ({ after, writes }),
    },
    now,
  );

/** Returns undefined for a batch that another worker has deleted, or whose transaction is only partly visible yet. */
export async function readBatches(
  { brandId, id }: Payout,
  numbers: readonly number[],
): Promise<readonly (readonly ClaimedCommission[] | undefined)[]> {
  const found = await getItems(numbers.map((number) => keys.payoutBatch(brandId, id, number)));
  return found.map((item) => (item === undefined ? undefined : storedBatch.parse(item).commissions));
}

export async function readCommissions(
  { brandId }: Payout,
  claimed: readonly ClaimedCommission[],
): Promise<readonly Commission[]> {
  const found = await getItems(claimed.map(({ id }) => commissionKey(brandId, id)));
  return found.flatMap((item) => (item === undefined ? [] : [storedCommission.parse(item)]));
}
