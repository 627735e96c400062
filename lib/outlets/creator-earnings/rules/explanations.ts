// Explains to a creator why a commission has its status.
import type { Commission } from '#lib/money/commissions/schema/commission.ts';
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';

export type Texts = Readonly<Record<string, string>>;

export const explanationCodes = {
  holdPeriod: 'It is approved at `eligibleAt`, unless the order is returned before.',
  review: 'The brand checks it before the approval.',
  selfReferral: 'The customer seems to be you, so the brand checks it before the approval.',
  waitsForPayout: 'It is approved, and waits for the next payout.',
  inPayout: 'It is in a payout that is being paid.',
  paid: 'It was paid.',
  paidElsewhere: 'An earlier program has paid it.',
  rejected: 'The brand has rejected it. `note` says why.',
  refunded: 'The order was refunded in full.',
  canceled: 'The order was canceled.',
  creditedToAnother:
    'The order no longer counts for you: the brand has credited it to another creator, or to nobody.',
} as const satisfies Texts;

type ExplanationCode = keyof typeof explanationCodes;

function codeOfPending({ hold }: Commission): ExplanationCode {
  if (hold === null) return 'holdPeriod';
  return hold.reason === 'selfReferral' ? 'selfReferral' : 'review';
}

/** `order` is undefined for a commission that is not reversed. */
function codeOfReversed({ affiliateId }: Commission, order: Conversion | undefined): ExplanationCode {
  if (order === undefined) return 'refunded';
  if (order.affiliateId !== affiliateId) return 'creditedToAnother';
  return order.canceledAt === null ? 'refunded' : 'canceled';
}

function codeOf(commission: Commission, order: Conversion | undefined): ExplanationCode {
  switch (commission.status) {
    case 'pending':
      return codeOfPending(commission);
    case 'approved':
      return commission.payoutId === null ? 'waitsForPayout' : 'inPayout';
    case 'paid':
      return commission.settledElsewhere === true ? 'paidElsewhere' : 'paid';
    case 'rejected':
      return 'rejected';
    case 'reversed':
      return codeOfReversed(commission, order);
  }
}

export function explanationOf(commission: Commission, order?: Conversion) {
  const code = codeOf(commission, order);
  return { code, text: explanationCodes[code] };
}

/** The reason of a refund can name the customer, so a creator sees only what was written about the commission. */
export const noteOf = ({ status, manualKind, reason }: Commission): string | null =>
  status === 'rejected' || manualKind !== undefined ? reason : null;
