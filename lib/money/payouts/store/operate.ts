// Reads and completes payouts for the operator's commands.

import type { Clock } from '#lib/foundation/shared/clock.ts';
import { queryPartition } from '#lib/foundation/table/client.ts';
import { collectionPartition } from '#lib/foundation/table/keys/keys.ts';
import { type Payout, storedPayout } from '#lib/money/payouts/schema/stored.ts';
import { advance } from './advance.ts';
import { updatePayout } from './payouts.ts';

export async function allPayouts(brandId: string): Promise<readonly Payout[]> {
  return (await queryPartition(collectionPartition(brandId, 'payout'))).map((item) =>
    storedPayout.parse(item),
  );
}

/** Optimistic locking makes this safe while a worker processes the same payout. `clock` is that of the brand. */
export const runToCompletion = (payout: Payout, clock: Clock): Promise<Payout> =>
  advance(payout, () => false, clock);

/** A repeated call with the same reference continues where the last call stopped. */
export const markPaid = async (
  { brandId, id, reference }: { readonly brandId: string; readonly id: string; readonly reference: string },
  clock: Clock,
): Promise<Payout> =>
  runToCompletion(await updatePayout(brandId, id, { status: 'paid', reference }, clock.now()), clock);
