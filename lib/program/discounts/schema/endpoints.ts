// Defines the input and the responses of the endpoints of discount codes.
import * as z from 'zod';
import { itemIndex, itemStatus } from '#lib/foundation/contract/batch.ts';
import { errorBody } from '#lib/foundation/contract/error.ts';
import { annotationAnswer, annotationChanges, annotationInput } from '#lib/foundation/shared/annotations.ts';
import { instant, instantInput } from '#lib/foundation/shared/date-schemas.ts';
import { idFilter, idSchema } from '#lib/foundation/shared/ids.ts';
import { amountInput, decimal } from '#lib/foundation/shared/money.ts';
import {
  isDiscountCode,
  maxCodeLength,
  normalizeDiscountCode,
  trimmedCode,
} from '#lib/program/discounts/rules/discount-code.ts';
import { discountStatus, discountType } from '#lib/program/discounts/schema/discount.ts';

export const discountCode = z
  .string()
  .overwrite(trimmedCode)
  .refine((text) => isDiscountCode(text) && isDiscountCode(normalizeDiscountCode(text)), {
    error:
      `Must be 1 to ${maxCodeLength} letters, digits, punctuation marks or symbols, with single spaces between them, and without ` +
      'control or invisible characters',
  })
  .meta({
    description:
      `The code that customers type in, 1 to ${maxCodeLength} characters. Unique in the brand: letter case, full-width letters and repeated ` +
      'spaces make no other code, accents do.',
    example: 'ADA15',
    minLength: 1,
    maxLength: maxCodeLength,
  });

const startsAt = 'The code is valid for orders from this instant on. Null for no start';
const endsAt = 'The code is valid for orders before this instant, which is after `startsAt`. Null for no end';
const usageLimit = {
  description:
    'The highest number of orders that can earn with the code. A refund frees no use. Null for no limit.',
};
const usageLimitInput = () => z.int().min(1).meta(usageLimit);

export const discountInput = z
  .strictObject({
    code: discountCode,
    type: discountType,
    value: amountInput.meta({
      description:
        'For `percentage`, the percent: at most 100, with at most 2 decimals. For `fixed`, an amount in the brand’s currency.',
    }),
    affiliateId: idSchema('affiliate').meta({ description: 'The creator who earns with the code.' }),
    campaignId: idSchema('campaign')
      .optional()
      .meta({ description: 'The campaign of the code. The creator becomes a member.' }),
    status: discountStatus.optional().meta({ description: 'The first status, by default `active`.' }),
    startsAt: instantInput(startsAt).nullable().optional(),
    endsAt: instantInput(endsAt).nullable().optional(),
    usageLimit: usageLimitInput().nullable().optional(),
    ...annotationInput(),
  })
  .meta({ id: 'DiscountInput', description: 'A discount code to create.' });
export type DiscountInput = z.output<typeof discountInput>;

export const discountChanges = z
  .strictObject({
    status: discountStatus.optional(),
    startsAt: instantInput(startsAt).nullable().optional(),
    endsAt: instantInput(endsAt).nullable().optional(),
    usageLimit: usageLimitInput().nullable().optional(),
    ...annotationChanges(),
  })
  .refine((changes) => Object.keys(changes).length > 0, 'Send at least one field to change')
  .meta({
    id: 'DiscountChanges',
    description: 'The fields of a discount code to change.',
    minProperties: 1,
  });
export type DiscountChanges = z.output<typeof discountChanges>;

/** Accepts malformed ids, so that a malformed id fails one definition instead of the whole request. */
const bulkDefinition = discountInput
  .extend({ affiliateId: idFilter, campaignId: idFilter.optional() })
  .meta({ id: 'BulkDiscountInput', description: 'A discount code to create in a bulk request.' });

export const bulkInput = z
  .strictObject({
    discounts: z
      .array(bulkDefinition)
      .min(1)
      .max(100)
      .meta({ description: 'The codes to create, each on its own.' }),
  })
  .meta({ id: 'BulkDiscountsInput', description: 'Several discount codes to create.' });

export const discountAnswer = z
  .object({
    id: idSchema('discount'),
    code: z
      .string()
      .meta({ description: 'The code that customers type in, in the letter case of its creation.' }),
    type: discountType,
    value: decimal.meta({
      description: 'For `percentage`, the percent. For `fixed`, an amount in the brand’s currency.',
    }),
    affiliateId: idSchema('affiliate').meta({ description: 'The creator who earns with the code.' }),
    campaignId: idSchema('campaign')
      .nullable()
      .meta({ description: 'The campaign of the code. Null for none.' }),
    status: discountStatus,
    startsAt: instant.nullable().meta({ description: `${startsAt}.` }),
    endsAt: instant.nullable().meta({ description: `${endsAt}.` }),
    usageLimit: z.int().nullable().meta(usageLimit),
    ...annotationAnswer(),
    usageCount: z.int().meta({
      description: 'The number of orders that earned with the code, also those that were refunded.',
    }),
    totalRevenue: decimal.meta({ description: 'The net revenue of the orders with the code.' }),
    createdAt: instant.meta({ description: 'When the code was created.' }),
  })
  .meta({
    id: 'Discount',
    description:
      'A discount code of a creator. The shop applies the discount; this service attributes the orders.',
  });

export const bulkResult = z
  .discriminatedUnion('status', [
    z.strictObject({ index: itemIndex, status: itemStatus('created'), discount: discountAnswer }),
    z.strictObject({ index: itemIndex, status: itemStatus('failed'), error: errorBody }),
  ])
  .meta({ id: 'BulkDiscountResult', description: 'The result of one code of a bulk request.' });
