// Derives the ids of payments from a payout and its creators, so that a file that is created again has the same ones.
import { createHash } from 'node:crypto';

const partOf = (id: string): string => id.slice(id.indexOf('_') + 1);

/** The longest id of a payment of SEPA. */
const maxLength = 35;
const idLength = 26;

const endOf = (payoutId: string): string => partOf(payoutId).slice(idLength + 1 - maxLength);

export const endToEndId = (payoutId: string, affiliateId: string): string =>
  `${partOf(affiliateId)}-${endOf(payoutId)}`;

/** Returns undefined for the id of another payout. */
export function creatorOf(payoutId: string, text: string): string | undefined {
  const affiliateId = `aff_${text.slice(0, idLength)}`;
  return endToEndId(payoutId, affiliateId) === text ? affiliateId : undefined;
}

/** Banks refuse a second file with the same id. A file with other payments, such as that of a reopened payout, has another one. */
export const messageId = (payoutId: string, payments: readonly (readonly [string, number])[]): string => {
  const digest = createHash('sha256').update(JSON.stringify(payments)).digest('hex');
  return `${partOf(payoutId)}-${digest.slice(0, maxLength - idLength - 1).toUpperCase()}`;
};
