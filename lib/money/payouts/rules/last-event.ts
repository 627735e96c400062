// Says how a payout looked when its last event was recorded. The steps in between are no events.
import { firstWork, zeroTotals } from '#lib/money/payouts/rules/payout.ts';
import type { Payout } from '#lib/money/payouts/schema/stored.ts';

/** A request or the service has started to cancel the payout. A payout that turns out to be empty has a reason. */
const beforeCanceling = (payout: Payout): Payout => ({
  ...payout,
  ...(payout.emptyReason === null ? {} : { ...zeroTotals, emptyReason: null, isFinal: false }),
  status: payout.emptyReason === null && payout.isFinal ? 'ready' : 'preparing',
  canceledAt: null,
});

export function payoutAtLastEvent(payout: Payout): Payout {
  if (payout.status === 'preparing') return { ...payout, work: firstWork };
  if (payout.status === 'paying') return { ...payout, status: 'ready', reference: null, paidAt: null };
  if (payout.work?.phase === 'mark') {
    const { before, returnsTo } = payout.work;
    return { ...payout, ...before, status: returnsTo };
  }
  if (payout.status === 'reopening') return { ...payout, status: 'paid' };
  return payout.status === 'canceling' ? beforeCanceling(payout) : payout;
}
