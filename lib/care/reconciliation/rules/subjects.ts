// Names the subjects of a reconciliation, such as `conversion cnv_…`, and their figures.

export type Figures = Readonly<Record<string, number>>;

/** An absent figure is 0. */
export interface SubjectFigures {
  readonly subject: string;
  readonly figures: Figures;
}

const payout = 'payout';

/**
 * The subject of a single record must end with the record's id. The last character of the id determines which pass of the reconciliation
 * compares the record.
 */
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
  conversionCounts: (owner: string) => `conversions of ${owner}`,
  commissionCounts: (owner: string) => `commissions of ${owner}`,
  payoutCounts: (owner: string) => `payouts of ${owner}`,
} as const;

export function payoutIn(subject: string) {
  const [kind, payoutId = '', affiliateId] = subject.split(' ');
  return kind === payout ? { payoutId, affiliateId } : undefined;
}

export const relation = (name: string, id: string | null): Figures =>
  id === null ? {} : { [`${name} ${id}`]: 1 };

export const counted = (counts: Figures): Figures =>
  Object.fromEntries(Object.entries(counts).map(([name, count]) => [`counted ${name}`, count]));
