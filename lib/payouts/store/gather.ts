// Putting a payout together: approved commissions are claimed, some in each step, and add to the lines of their creators.

import type { Commission } from '#lib/commissions/schema/commission.ts';
import { claimCommission, isClaimable } from '#lib/payouts/rules/commissions.ts';
import { markReady, finalizeWork, zeroTotals, addSums } from '#lib/payouts/rules/payout.ts';
import type { Payout, Position, Sum, WorkOf } from '#lib/payouts/schema/stored.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { putNew, type Write } from '#lib/table/writes/write.ts';
import { claimablePages } from './claimable.ts';
import { maxCommissionsPerStep, fitsInStep, commitStep } from './step.ts';

/** Of what is in other payouts a step passes over so many pages: then it notes how far it has come. */
const pagesOfStep = 20;

interface Share {
  readonly commissions: readonly Commission[];
  readonly position: Position;
  readonly isLast: boolean;
}

/** What the next step claims: as many as it has room for. */
async function nextShare(payout: Payout, from: Position): Promise<Share> {
  let share: Share = { commissions: [], position: from, isLast: true };
  let pages = 0;
  for await (const { commissions, upTo, isLast } of claimablePages(payout, from, maxCommissionsPerStep)) {
    const { place } = share.position;
    for (const commission of commissions) {
      const more = [...share.commissions, commission];
      if (!fitsInStep(more)) return { ...share, isLast: false };
      share = { commissions: more, position: { place, after: commission.id }, isLast: false };
    }
    share = { ...share, position: upTo, isLast };
    pages += 1;
    if (share.commissions.length === maxCommissionsPerStep || pages === pagesOfStep) return share;
  }
  return share;
}

const sumOf = (commissions: readonly Commission[]): Sum => ({
  amount: commissions.reduce((sum, { amount }) => sum + amount, 0),
  commissionsCount: commissions.length,
});

/** What a creator's line gains. */
const addToLine = ({ brandId, id }: Payout, affiliateId: string, own: readonly Commission[]): Write => ({
  kind: 'update',
  key: keys.payoutLine(brandId, id, affiliateId),
  update: 'SET #affiliateId = :affiliateId ADD #amount :amount, #commissionsCount :commissionsCount',
  values: { affiliateId, ...sumOf(own) },
});

/** What a claim writes beside the commissions: which they are, and what their creators are paid. */
function claimWrites(payout: Payout, commissions: readonly Commission[]): readonly Write[] {
  if (commissions.length === 0) return [];
  const { brandId, id, batches } = payout;
  const batch = commissions.map((one) => ({ id: one.id, affiliateId: one.affiliateId }));
  return [
    putNew({ ...keys.payoutBatch(brandId, id, batches), commissions: batch }),
    ...[...Map.groupBy(commissions, ({ affiliateId }) => affiliateId)].map(([affiliateId, own]) =>
      addToLine(payout, affiliateId, own),
    ),
  ];
}

function gathered(
  payout: Payout,
  { position, isLast }: Share,
  before: Sum,
  commissions: readonly Commission[],
): Payout {
  const batches = payout.batches + (commissions.length === 0 ? 0 : 1);
  const sum = addSums(before, [sumOf(commissions)]);
  if (!isLast) return { ...payout, batches, work: { phase: 'gather', position, claimed: sum } };
  if (batches === 0) return markReady(payout, zeroTotals);
  return { ...payout, batches, work: finalizeWork(sum, zeroTotals) };
}

export async function claimNext(payout: Payout, work: WorkOf<'gather'>, now: Date): Promise<Payout> {
  const share = await nextShare(payout, work.position);
  return commitStep(
    {
      payout,
      commissions: share.commissions,
      become: (commission) => claimCommission(commission, payout.id),
      takesPart: isClaimable,
      around: (commissions) => ({
        after: gathered(payout, share, work.claimed, commissions),
        writes: claimWrites(payout, commissions),
      }),
    },
    now,
  );
}
