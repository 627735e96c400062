// What an audit speaks of, and how it is told: a subject (`conversion cnv_…`), and figures of it by name.

export type Figures = Readonly<Record<string, number>>;

/** Figures of one subject; what is nothing may be left out. */
export interface SubjectFigures {
  readonly subject: string;
  readonly figures: Figures;
}

const payout = 'payout';

/** How subjects are named. Those of records end with the record's id. */
export const subjects = {
  entry: (id: string) => `entry ${id}`,
  affiliate: (id: string) => `affiliate ${id}`,
  campaign: (id: string) => `campaign ${id}`,
  discount: (id: string) => `discount ${id}`,
  conversion: (id: string) => `conversion ${id}`,
  order: (id: string) => `order of ${id}`,
  refunds: (id: string) => `refunds of ${id}`,
  commission: (id: string) => `commission ${id}`,
  payout: (id: string) => `${payout} ${id}`,
  payoutLine: (id: string, affiliateId: string) => `${payout} ${id} ${affiliateId}`,
  conversionCounts: (scope: string) => `conversions of ${scope}`,
  commissionCounts: (scope: string) => `commissions of ${scope}`,
  payoutCounts: (scope: string) => `payouts of ${scope}`,
} as const;

/** The payout that a subject is of, and the creator if it is of a line; undefined for any other subject. */
export function payoutIn(subject: string) {
  const [what, payoutId = '', affiliateId] = subject.split(' ');
  return what === payout ? { payoutId, affiliateId } : undefined;
}
