// Defines the attributes that list items in the KEYS_ONLY indexes.
import { type IdKind, idKinds } from '#lib/foundation/shared/id-kinds.ts';
import { encodedTimeAt } from '#lib/foundation/shared/ids.ts';

/** The time of an event, and the item that it happened to. */
type Event = 'OCCURRED' | 'APPROVED' | 'PAID';

const collections = { conversion: 'CONVERSION', commission: 'COMMISSION', discount: 'DISCOUNT' } as const;

export const campaignPartition = (
  brandId: string,
  collection: keyof typeof collections,
  campaignId: string,
): string => `${brandId}#${campaignId}#${collections[collection]}`;

export const discountPartition = (brandId: string, discountId: string): string => `${brandId}#${discountId}`;

export const customerPartition = (brandId: string, customerKey: string): string =>
  `${brandId}#CUSTOMER#${customerKey}`;

/** Lists all customers, in the index of times. */
export const customersPartition = (brandId: string): string => `${brandId}#CUSTOMER`;

/** Lists the customers who are bound to a creator, in the index of the orders of customers. */
export const boundCustomersPartition = (brandId: string, affiliateId: string): string =>
  `${brandId}#${affiliateId}#CUSTOMER`;

export const payoutPartition = (brandId: string, payoutId: string): string => `${brandId}#${payoutId}`;

export const eventPartition = (brandId: string, event: Event): string => `${brandId}#${event}`;

const idWithoutPrefix = (id: string): string => id.slice(id.indexOf('_') + 1);

/** Sorts by the time of the event, then by the id. */
const timeKey = (at: string, id: string): string => `${encodedTimeAt(new Date(at))}${idWithoutPrefix(id)}`;

const timeLength = 10;

export const idAtEvent = (kind: IdKind, listedTime: string): string =>
  `${idKinds[kind].prefix}_${listedTime.slice(timeLength)}`;

/** Each is an attribute of an index, except `listedId` and `listedTime`, which are sort keys. */
export const listKeys = {
  listedId: (id: string) => ({ listedId: id }),
  byCampaign: (brandId: string, collection: keyof typeof collections, campaignId: string) => ({
    byCampaign: campaignPartition(brandId, collection, campaignId),
  }),
  byDiscount: (brandId: string, discountId: string) => ({
    byDiscount: discountPartition(brandId, discountId),
  }),
  byCustomer: (brandId: string, customerKey: string) => ({
    byCustomer: customerPartition(brandId, customerKey),
  }),
  /** Customers have no event, so both lists are sorted by their ids. */
  customer: (brandId: string, affiliateId: string | null, id: string) => ({
    byTime: customersPartition(brandId),
    listedTime: id,
    ...(affiliateId !== null && {
      byCustomer: boundCustomersPartition(brandId, affiliateId),
      listedId: id,
    }),
  }),
  byPayout: (brandId: string, payoutId: string) => ({ byPayout: payoutPartition(brandId, payoutId) }),
  byTime: (brandId: string, event: Event, at: string, id: string) => ({
    byTime: eventPartition(brandId, event),
    listedTime: timeKey(at, id),
  }),
} as const;
