// Defines the stored items of conversions and of order ids.
import * as z from 'zod';
import { instant } from '#lib/foundation/shared/date-schemas.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { minorUnits } from '#lib/foundation/shared/money.ts';
import { restoreIds } from './candidate-ids.ts';
import { storedChange } from './change.ts';
import { conversionKind } from './kind.ts';
import { storedMarks } from './marks.ts';
import { storedOrderItem } from './order-item.ts';
import { storedOriginal } from './original.ts';
import { receipt } from './receipt.ts';

export const sharedFields = () => ({
  id: idSchema('conversion'),
  orderId: z.string().meta({ description: 'Your id of the order.' }),
  currency: z
    .string()
    .meta({ description: 'The brand’s currency, in which all amounts are but those of `original`.' }),
  affiliateId: idSchema('affiliate')
    .nullable()
    .meta({ description: 'The creator who earns with the order. Null if nobody does.' }),
  campaignId: idSchema('campaign')
    .nullable()
    .meta({ description: 'The campaign of the order. Null for none.' }),
  discountId: idSchema('discount')
    .nullable()
    .meta({ description: 'The discount code of the order. Null for none.' }),
  commissionId: idSchema('commission')
    .nullable()
    .meta({ description: 'The commission of the order. Null if nobody earns with it.' }),
  receipt,
  occurredAt: instant.meta({ description: 'The time of the order.' }),
  createdAt: instant.meta({ description: 'When the order was recorded.' }),
});

export const storedConversion = z.preprocess(
  restoreIds,
  z.object({
    ...sharedFields(),
    brandId: idSchema('brand'),
    /** Sales omit it. */
    kind: conversionKind.default('sale'),
    ...storedMarks(),
    amount: minorUnits,
    refundedAmount: minorUnits,
    /** Orders without it omit it. */
    orderTotal: minorUnits.optional(),
    /** Orders in the brand's currency omit it. */
    original: storedOriginal.optional(),
    /** Orders without annotations omit them. */
    externalId: z.string().nullable().default(null),
    metadata: z.record(z.string(), z.string()).default({}),
    customerId: z.string().nullable(),
    customerHash: z.string().nullable(),
    /** Orders whose address is the same as its mailbox omit it. */
    customerEmailHash: z.string().nullable().optional(),
    /** Orders whose report does not say it omit it. */
    isNewCustomer: z.boolean().optional(),
    /** Set by the erasure of the customer, which removes a `customerId` that is an e-mail address. */
    customerKey: z.string().optional(),
    /** Orders that were never canceled or changed omit them. */
    canceledAt: instant.nullable().default(null),
    cancelReason: z.string().nullable().default(null),
    changes: z.array(storedChange).default([]),
    revision: z.int(),
  }),
);
export type Conversion = z.output<typeof storedConversion>;

export const storedOrder = z.object({
  conversionId: idSchema('conversion'),
  fingerprint: z.string(),
  /** Prices are in minor units of the currency of the order. Orders without line items omit them. */
  items: z.array(storedOrderItem()).default([]),
  /** The time with which the order was recorded, if it was changed later. It recognizes a repetition. */
  occurredAt: instant.optional(),
});

/** The claim of an order id whose order is not recorded yet: the refunds that wait for the order. */
export const storedWaitingOrder = z.object({
  pendingRefunds: z.array(z.object({ id: idSchema('refund'), refundId: z.string() })),
  expiresAt: z.int(),
  revision: z.int(),
});
export type WaitingOrder = z.output<typeof storedWaitingOrder>;

export type OrderItem = z.output<typeof storedOrder>['items'][number];
