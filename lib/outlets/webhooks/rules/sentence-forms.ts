// Writes the parts that the sentences of several types of events share.
import type * as z from 'zod';
import { changesOf, money } from './chat-text.ts';
import {
  commission,
  creator,
  discount,
  dispute,
  endpoint,
  erasure,
  finding,
  link,
  named,
  payout,
  terms,
  user,
} from './sentence-data.ts';

export interface ChatEvent {
  /** Has the name of a creator in place of the id, if the endpoint may show it. */
  readonly data?: unknown;
  readonly changes?: unknown;
}

export type Sentence = (event: ChatEvent) => string | undefined;

export const sentence =
  <Schema extends z.ZodType>(
    schema: Schema,
    write: (data: z.output<Schema>, event: ChatEvent) => string,
  ): Sentence =>
  (event) => {
    const parsed = schema.safeParse(event.data);
    return parsed.success ? write(parsed.data, event) : undefined;
  };

export const changed = (subject: string, event: ChatEvent): string => {
  const changes = changesOf(event);
  return `${subject} changed${changes === '' ? '' : `: ${changes}`}`;
};

export const ofCreator = (happened: string) => sentence(creator, (name) => `${name} ${happened}`);
export const ofCampaign = (happened: string) =>
  sentence(named, ({ name }) => `Campaign "${name}" ${happened}`);
export const ofConnection = (happened: string) =>
  sentence(named, ({ name }) => `The connection "${name}" ${happened}`);
export const ofApiKey = (happened: string) => sentence(named, ({ name }) => `API key "${name}" ${happened}`);
export const ofLink = (happened: string) => sentence(link, (subject) => `${subject} ${happened}`);
export const ofDiscount = (happened: string) => sentence(discount, (subject) => `${subject} ${happened}`);

type CommissionData = z.output<typeof commission>;

/** These kinds have names of several words. */
const kindNames: Readonly<Record<string, string>> = {
  openingBalance: 'opening balance',
  tierSupplement: 'tier supplement',
  monthlyCap: 'monthly cap',
};

/** The subject of a sentence about a commission without an order names its kind. */
export const nameOf = ({ kind, affiliateId, orderId }: CommissionData): string => {
  if (orderId !== null) return `The commission of ${affiliateId} for order ${orderId}`;
  return `The ${kindNames[kind ?? ''] ?? kind ?? 'commission'} of ${affiliateId}`;
};

export function earned(data: CommissionData): string {
  const { affiliateId, amount, currency, rate, orderId, hold } = data;
  if (rate === null) return `${nameOf(data)} (${money(amount, currency)}) was created`;
  if (amount < 0) return `${affiliateId} pays back ${money(-amount, currency)} of order ${orderId}`;
  const share = rate.type === 'percentage' ? `${rate.value}%` : 'fixed amount';
  const held = hold === null ? '' : ', held for review';
  return `${affiliateId} earned ${money(amount, currency)} (${share}) with order ${orderId}${held}`;
}

type Amounts = Pick<CommissionData, 'amount' | 'originalAmount'>;

export const ofCommission = (
  happened: string,
  amountOf: (amounts: Amounts) => number = ({ amount }) => amount,
) => sentence(commission, (data) => `${nameOf(data)} (${money(amountOf(data), data.currency)}) ${happened}`);

export const ofDispute = (happened: string) =>
  sentence(dispute, ({ id, affiliateId }) => `Dispute ${id} of ${affiliateId} ${happened}`);

export const ofFinding = (happened: string) =>
  sentence(finding, ({ orderId, affiliateId }) => `Order ${orderId} of ${affiliateId} ${happened}`);

export const ofPayout = (happened: string) =>
  sentence(payout, ({ amount, currency, affiliatesCount: count }) => {
    const creators = count === 1 ? '1 creator' : `${count} creators`;
    return `A payout of ${money(amount, currency)} to ${creators} ${happened}`;
  });

export const ofUser = (happened: string) => sentence(user, ({ name }) => `${name} ${happened}`);
export const withRole = (happened: string) =>
  sentence(user, ({ name, role }) => `${name} ${happened} as ${role}`);

export const ofEndpoint = (happened: string) => sentence(endpoint, ({ subject }) => `${subject} ${happened}`);

export const newTerms = sentence(
  terms,
  ({ ownerId, validFrom }) => `The terms of ${ownerId} were set from ${validFrom} on`,
);

export const erased = sentence(erasure, (person) => `The personal data of ${person} was erased`);
