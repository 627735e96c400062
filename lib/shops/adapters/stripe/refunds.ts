// Reads money that Stripe returned: refunds, disputes and credit notes. Their amounts contain shares of tax and shipping.
import type * as z from 'zod';
import type { Reading, ShopRefund } from '../adapter.ts';
import { minorOfStripe } from './amounts.ts';
import type { charge, creditNote, dispute, Refund } from './schema.ts';

interface Returned {
  readonly id: string;
  readonly currency: string;
  readonly created: string;
  readonly reason?: string | undefined;
}

const shopRefund = (object: Returned, amount: number, isReversed: boolean): ShopRefund => ({
  refundId: object.id,
  amount: minorOfStripe(amount, object.currency),
  isOfTotal: true,
  occurredAt: object.created,
  ...(isReversed && { isReversed }),
  ...(object.reason !== undefined && { reason: object.reason }),
});

const ignored = (reason: string): readonly Reading[] => [{ kind: 'ignored', reason }];

const ofPayment = (orderId: string | undefined, refund: ShopRefund): readonly Reading[] =>
  orderId === undefined
    ? ignored('The refund names no payment, so it belongs to no order.')
    : [{ kind: 'refund', orderId, refund }];

/** A pending refund counts, and one that failed later is reversed. */
export const readingsOfRefund = (refund: Refund, invoice?: string): readonly Reading[] => {
  const isReversed = refund.status === 'failed' || refund.status === 'canceled';
  const orderId = invoice ?? refund.payment_intent ?? refund.charge;
  return ofPayment(orderId, shopRefund(refund, refund.amount, isReversed));
};

/** Since version 2022-11-15, a charge does not contain its refunds. */
export function readingsOfCharge({ invoice, refunds }: z.output<typeof charge>) {
  if (refunds === undefined || refunds.data.length === 0)
    return ignored('The message `refund.created` has the refund of this charge.');
  return refunds.data.flatMap((refund) => readingsOfRefund(refund, invoice));
}

/**
 * Stripe withdraws the money when a dispute is created, and returns it when the dispute is won. A warning moves no money,
 * and a prevented dispute is a refund with messages of its own.
 */
export function readingsOfDispute(found: z.output<typeof dispute>): readonly Reading[] {
  if (found.status.startsWith('warning')) return ignored('The dispute is an inquiry, which moves no money.');
  const isWon = found.status === 'won' || found.status === 'prevented';
  return ofPayment(found.payment_intent ?? found.charge, shopRefund(found, found.amount, isWon));
}

export function readingsOfCreditNote(note: z.output<typeof creditNote>): readonly Reading[] {
  const { out_of_band_amount = 0, invoice, status } = note;
  if (out_of_band_amount === 0)
    return ignored(
      'The credit note returned no money by itself: refunds have their own messages, and a credit counts when it pays for another invoice.',
    );
  return ofPayment(invoice, shopRefund(note, out_of_band_amount, status === 'void'));
}
