// Converts payment details to API answers and events, which contain no account and no tax number.
import type * as z from 'zod';
import type { payoutDetailsAnswer, payoutDetailsEvent } from './schema/answer.ts';
import type { Method, PaymentDetails } from './schema/stored.ts';

const presentMethod = (method: Method | null) =>
  method === null ? null : { type: method.type, ...method.masked };

export function presentDetails(
  affiliateId: string,
  details: PaymentDetails | undefined,
): z.input<typeof payoutDetailsAnswer> {
  return {
    affiliateId,
    details: presentMethod(details?.current ?? null),
    usableFrom: details?.usableFrom ?? null,
    formerDetails: presentMethod(details?.former ?? null),
    tax: details?.tax?.masked ?? null,
    updatedAt: details?.updatedAt ?? null,
  };
}

export const presentChange = (details: PaymentDetails): z.input<typeof payoutDetailsEvent> => ({
  affiliateId: details.affiliateId,
  type: details.current?.type ?? null,
  usableFrom: details.usableFrom,
  hasTaxData: details.tax !== null,
  updatedAt: details.updatedAt,
});
