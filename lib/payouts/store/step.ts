// One step of a payout: some of its commissions change, and the payout moves on, in one transaction. Of two workers who
// take the same step one is refused, and goes on from where the other one is.
import { commissionEntry } from '#lib/commissions/rules/ledger-entries.ts';
import { type Commission, storedCommission } from '#lib/commissions/schema/commission.ts';
import { changeCommission, commissionKey } from '#lib/commissions/writes.ts';
import { postEntries } from '#lib/ledger/writes.ts';
import { isClaimedBy } from '#lib/payouts/rules/commissions.ts';
import { type ClaimedCommission, type Payout, storedBatch } from '#lib/payouts/schema/stored.ts';
import { unavailable } from '#lib/shared/errors.ts';
import { missing } from '#lib/shared/ids.ts';
import { getItems } from '#lib/table/client.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { tryTransact } from '#lib/table/transact.ts';
import { type Refusal, transactionLimit, type Write } from '#lib/table/writes/write.ts';
import { findPayout, changePayoutProgress } from './payouts.ts';

/**
 * How many commissions a step is, at most. Of a transaction's writes two are for each of them (itself, and its entry), one for
 * each creator (its line, or its counts), and those of the payout: itself, its batch, its count by status, the
 * commissions' count by status.
 */
export const maxCommissionsPerStep = 40;
const writesOfPayout = 4;

/** How many other things beside the payout a step that changes no commission can write: its lines. */
export const maxLinesPerStep = transactionLimit - writesOfPayout;

/** Whether so many can change in one step. */
export const fitsInStep = (commissions: readonly Pick<Commission, 'affiliateId'>[]): boolean =>
  commissions.length <= maxCommissionsPerStep &&
  2 * commissions.length + new Set(commissions.map(({ affiliateId }) => affiliateId)).size <=
    transactionLimit - writesOfPayout;

interface Step {
  readonly payout: Payout;
  readonly commissions: readonly Commission[];
  /** What each becomes. */
  readonly become: (commission: Commission) => Commission;
  /** Whether one that has changed since it was read still takes part, as it is now. */
  readonly takesPart: (commission: Commission) => boolean;
  /** What the payout becomes, and what else is written, once these have changed. */
  readonly around: (commissions: readonly Commission[]) => {
    readonly after: Payout;
    readonly writes?: readonly Write[];
  };
}

/** How often commissions are taken anew that others have changed: a refund has, or another payout has claimed them. */
const attempts = 8;

/** Takes a step: the payout as it is after it, or as another worker has left it. */
export async function commitStep(step: Step, now: Date): Promise<Payout> {
  let { commissions } = step;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const { after, writes = [] } = step.around(commissions);
    const moves = changePayoutProgress(step.payout, after);
    const changes = commissions.map((before) => changeCommission(before, step.become(before)));
    const entries = commissions.map((before) => commissionEntry(before, step.become(before), now));
    const refusals = await tryTransact([...moves, ...changes, ...postEntries(entries), ...writes]);
    if (refusals.length === 0) return { ...after, revision: step.payout.revision + 1 };
    const standing = new Map(refusals.map((refusal) => [refusal.write, refusal]));
    const isOvertaken = moves.some((move) => standing.has(move));
    if (isOvertaken || changes.every((change) => !standing.has(change))) return reload(step.payout);
    commissions = commissions.flatMap((commission, index) => {
      const change = changes[index];
      const refusal = change === undefined ? undefined : standing.get(change);
      return refusal === undefined ? [commission] : asFound(refusal).filter(step.takesPart);
    });
  }
  throw unavailable(new Error(`The commissions of ${step.payout.id} changed on every attempt`));
}

const asFound = ({ existing }: Refusal): readonly Commission[] =>
  existing === undefined ? [] : [storedCommission.parse(existing)];

/** The payout as another worker has left it, or is just about to. */
export async function reload(payout: Payout): Promise<Payout> {
  const found = await findPayout(payout.brandId, payout.id);
  if (found === undefined) throw missing('payout');
  return found;
}

/** A step that changes no commission. */
export const advanceWithoutCommissions = (
  payout: Payout,
  after: Payout,
  writes: readonly Write[],
  now: Date,
): Promise<Payout> =>
  commitStep(
    {
      payout,
      commissions: [],
      become: (commission) => commission,
      takesPart: () => false,
      around: () => ({ after, writes }),
    },
    now,
  );

/** The batch of that number; undefined where it is not seen yet, or no more. */
export async function readBatches(
  { brandId, id }: Payout,
  numbers: readonly number[],
): Promise<readonly (readonly ClaimedCommission[] | undefined)[]> {
  const found = await getItems(numbers.map((number) => keys.payoutBatch(brandId, id, number)));
  return found.map((item) => (item === undefined ? undefined : storedBatch.parse(item).commissions));
}

/** The commissions of a batch as they are; all of them are in the payout, unless another worker was there. */
export async function readClaimedCommissions(
  payout: Payout,
  claimed: readonly ClaimedCommission[],
): Promise<readonly Commission[]> {
  const found = await getItems(claimed.map(({ id }) => commissionKey(payout.brandId, id)));
  return found.flatMap((item) => (item === undefined ? [] : [storedCommission.parse(item)]));
}

export const isIn =
  ({ id }: Payout) =>
  (commission: Commission): boolean =>
    isClaimedBy(commission, id);
