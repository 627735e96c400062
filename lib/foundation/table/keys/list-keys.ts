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

/** Discount codes are in indexes of orders, because these contain only keys: each order changes the totals of its code. */
export const discountStatusPartition = (brandId: string, status: string): string =>
  `${brandId}#${collections.discount}#${status}`;

export const creatorDiscountsPartition = (brandId: string, affiliateId: string, status: string): string =>
  `${brandId}#${affiliateId}#${collections.discount}#${status}`;

export const campaignDiscountsPartition = (brandId: string, campaignId: string, status: string): string =>
  `${campaignPartition(brandId, 'discount', campaignId)}#${status}`;

export const groupPartition = (brandId: string, group: string): string => `${brandId}#GROUP#${group}`;

export const customerPartition = (brandId: string, customerKey: string): string =>
  `${brandId}#CUSTOMER#${customerKey}`;

/** Lists the orders that were given to another customer, for an erasure. */
export const formerCustomerPartition = (brandId: string, customerKey: string): string =>
  `${brandId}#FORMER_CUSTOMER#${customerKey}`;

/** The commissions of a creator whose reasons an erasure removes: those that are manual, and those that were rejected once. */
export const manualPartition = (brandId: string, affiliateId: string): string =>
  `${brandId}#${affiliateId}#MANUAL_COMMISSION`;

/** Lists all customers, in the index of times. */
export const customersPartition = (brandId: string): string => `${brandId}#CUSTOMER`;

/** Lists the customers who are bound to a creator, in the index of the orders of customers. */
export const boundCustomersPartition = (brandId: string, affiliateId: string): string =>
  `${brandId}#${affiliateId}#CUSTOMER`;

export const payoutPartition = (brandId: string, payoutId: string): string => `${brandId}#${payoutId}`;

/** Lists the lines of payouts of a creator, in the index of times. The sort key is the id of the payout. */
export const linesOfCreatorPartition = (brandId: string, affiliateId: string): string =>
  `${brandId}#${affiliateId}#LINE`;

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
  creatorOfGroup: (brandId: string, group: string, id: string) => ({
    byCampaign: groupPartition(brandId, group),
    listedId: id,
  }),
  byDiscount: (brandId: string, discountId: string) => ({
    byDiscount: discountPartition(brandId, discountId),
  }),
  discountOfCampaign: (brandId: string, campaignId: string, status: string) => ({
    byCampaign: campaignDiscountsPartition(brandId, campaignId, status),
  }),
  discountsByStatus: (brandId: string, affiliateId: string, status: string, id: string) => ({
    byDiscount: discountStatusPartition(brandId, status),
    byTime: creatorDiscountsPartition(brandId, affiliateId, status),
    listedTime: id,
  }),
  byCustomer: (brandId: string, customerKey: string) => ({
    byCustomer: customerPartition(brandId, customerKey),
  }),
  byFormerCustomer: (brandId: string, customerKey: string) => ({
    byCustomer: formerCustomerPartition(brandId, customerKey),
  }),
  manual: (brandId: string, affiliateId: string) => ({ byCustomer: manualPartition(brandId, affiliateId) }),
  /** Customers have no event, so both lists are sorted by their ids. */
  customer: (brandId: string, affiliateId: string | null, id: string) => ({
    byTime: customersPartition(brandId),
    listedTime: id,
    ...(affiliateId !== null && {
      byCustomer: boundCustomersPartition(brandId, affiliateId),
      listedId: id,
    }),
  }),
  lineOfCreator: (brandId: string, affiliateId: string, payoutId: string) => ({
    byTime: linesOfCreatorPartition(brandId, affiliateId),
    listedTime: payoutId,
  }),
  byPayout: (brandId: string, payoutId: string) => ({ byPayout: payoutPartition(brandId, payoutId) }),
  byTime: (brandId: string, event: Event, at: string, id: string) => ({
    byTime: eventPartition(brandId, event),
    listedTime: timeKey(at, id),
  }),
} as const;
