// Payouts for whoever operates the service: all that a brand has, taken to their end where nothing else does it.

import { type Payout, storedPayout } from '#lib/payouts/schema/stored.ts';
import { queryPartition } from '#lib/table/client.ts';
import { collectionPartition } from '#lib/table/keys/keys.ts';
import { advance } from './advance.ts';
import { decidePayout } from './payouts.ts';

/** All payouts of a brand, the oldest first, as after the last write. */
export async function allPayouts(brandId: string): Promise<readonly Payout[]> {
  return (await queryPartition(collectionPartition(brandId, 'payout'))).map((item) =>
    storedPayout.parse(item),
  );
}

/** The latest that a Date can be: there is no hurry. */
const atTheEnd = new Date(8.64e15);

/** Takes steps until the payout rests, in this process. The stream's function may be at it as well: each step is taken once. */
export const runToCompletion = (payout: Payout): Promise<Payout> => advance(payout, atTheEnd);

/** Says that a payout has been paid, as the brand would, and brings it there. Again, by the same reference: it goes on. */
export const markPaid = async (
  { brandId, id, reference }: { readonly brandId: string; readonly id: string; readonly reference: string },
  now: Date,
): Promise<Payout> => runToCompletion(await decidePayout(brandId, id, { status: 'paid', reference }, now));
