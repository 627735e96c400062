// Explains to a creator whether an order earns, and why not. Names no other creator and no customer.
import type { Commission } from '#lib/money/commissions/schema/commission.ts';
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';
import type { LossReason } from '#lib/money/conversions/schema/receipt.ts';
import type { Texts } from './explanations.ts';

export const outcomeCodes = {
  credited: 'You earn with the order. `commission` has the details.',
  rejected: 'The brand has rejected your commission. `commission.note` says why.',
  refunded: 'The order was refunded or canceled, so you earn nothing.',
  selfReferral: 'The customer seems to be you, so the brand checks your commission, or has rejected it.',
  earnsNothing: 'The order is yours, but its products earn no commission.',
  notRecorded: 'The brand has not recorded the order.',
  notReferred: 'The order has no link and no code of yours.',
  creditedToAnother: 'Another creator has the order, because a later link or a code has precedence.',
  creatorPaused: 'You were paused or banned at the time of the order.',
  outsideWindow: 'The click on your link was too long before the order.',
  codeInvalid: 'Your code was not valid at the time of the order.',
  notCounted: 'The click or the customer of the order does not count.',
} as const satisfies Texts;

export type OutcomeCode = keyof typeof outcomeCodes;

const outcomesOfLosses: Readonly<Record<LossReason, OutcomeCode>> = {
  unknownReference: 'notReferred',
  creatorNotYetInvited: 'notReferred',
  creatorInactive: 'creatorPaused',
  codeNotStarted: 'codeInvalid',
  codeEnded: 'codeInvalid',
  codePaused: 'codeInvalid',
  codeUsedUp: 'codeInvalid',
  outsideWindow: 'outsideWindow',
  notCounted: 'notCounted',
  durationOver: 'outsideWindow',
  outranked: 'creditedToAnother',
};

/** An order without a reference of the creator looks the same, whoever has it. */
function outcomeOfLost({ receipt, affiliateId: winner }: Conversion, affiliateId: string): OutcomeCode {
  const own = receipt.candidates.filter((candidate) => candidate.affiliateId === affiliateId);
  const [first] = own;
  if (first === undefined) return 'notReferred';
  const reasons = own.flatMap(({ reason }) => reason ?? []);
  const reason = reasons.find((one) => one !== 'outranked') ?? reasons[0];
  if (reason === undefined || reason === 'outranked')
    return winner === null ? 'rejected' : 'creditedToAnother';
  return outcomesOfLosses[reason];
}

function outcomeOfOwn({ canceledAt }: Conversion, commission: Commission | undefined): OutcomeCode {
  if (commission === undefined) return canceledAt === null ? 'earnsNothing' : 'refunded';
  const { status, hold } = commission;
  if (hold?.reason === 'selfReferral') return 'selfReferral';
  if (status === 'rejected') return 'rejected';
  return status === 'reversed' ? 'refunded' : 'credited';
}

/** A test order looks as if it was not recorded, because it counts in nothing. */
export function outcomeOf(
  conversion: Conversion | undefined,
  commission: Commission | undefined,
  affiliateId: string,
): OutcomeCode {
  if (conversion === undefined || conversion.isTest === true) return 'notRecorded';
  return conversion.affiliateId === affiliateId
    ? outcomeOfOwn(conversion, commission)
    : outcomeOfLost(conversion, affiliateId);
}
