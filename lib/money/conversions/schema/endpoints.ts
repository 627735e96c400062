// Defines the responses of the endpoints of conversions.
import * as z from 'zod';
import { itemIndex, itemStatus } from '#lib/foundation/contract/batch.ts';
import { errorBody } from '#lib/foundation/contract/error.ts';
import { warnings } from '#lib/foundation/contract/warning.ts';
import { annotationAnswer } from '#lib/foundation/shared/annotations.ts';
import { instant } from '#lib/foundation/shared/date-schemas.ts';
import { decimal } from '#lib/foundation/shared/money.ts';
import { commissionAnswer } from '#lib/money/commissions/schema/answers.ts';
import { sharedFields } from '#lib/money/conversions/schema/conversion.ts';
import { conversionKind } from '#lib/money/conversions/schema/kind.ts';
import { presentedMarks } from '#lib/money/conversions/schema/marks.ts';
import { originalAnswer } from '#lib/money/conversions/schema/original.ts';

export const conversionAnswer = z
  .object({
    ...sharedFields(),
    ...annotationAnswer(),
    kind: conversionKind,
    ...presentedMarks(),
    amount: decimal.meta({ description: 'The commissionable amount.' }),
    orderTotal: decimal.nullable().meta({
      description:
        'The amount that the customer paid, including shipping, tax and tips. Null if the order did not say it.',
    }),
    refundedAmount: decimal.meta({ description: 'The part of `amount` that is refunded.' }),
    original: originalAnswer(),
    isNewCustomer: z.boolean().nullable().meta({
      description: 'The facts about the customer that the order contained. Null if it contained none.',
    }),
    canceledAt: instant.nullable().meta({ description: 'When the order was canceled. Otherwise null.' }),
    cancelReason: z.string().nullable().meta({ description: 'Why the order was canceled. Otherwise null.' }),
  })
  .meta({ id: 'Conversion', description: 'A recorded order.' });

export const conversionPreview = conversionAnswer
  .omit({ id: true, commissionId: true })
  .extend({
    dryRun: z.literal(true).meta({ description: 'Always `true`: nothing was recorded.' }),
    commission: commissionAnswer
      .pick({
        affiliateId: true,
        amount: true,
        currency: true,
        rate: true,
        explanation: true,
        hold: true,
        eligibleAt: true,
      })
      .nullable()
      .meta({ description: 'The commission that the order would create. Null if nobody would earn.' }),
  })
  .meta({ id: 'ConversionPreview', description: 'The conversion that a dry run would record.' });

export const conversionOrPreview = z.union([conversionAnswer, conversionPreview]).meta({
  id: 'ConversionOrPreview',
  description: 'The recorded conversion, or the preview of a dry run.',
});

export const bulkResult = z
  .discriminatedUnion('status', [
    z.strictObject({
      index: itemIndex,
      status: itemStatus('created'),
      conversion: conversionAnswer,
      warnings,
    }),
    z.strictObject({
      index: itemIndex,
      status: itemStatus('existing'),
      conversion: conversionOrPreview,
      warnings,
    }),
    z.strictObject({
      index: itemIndex,
      status: itemStatus('preview'),
      conversion: conversionPreview,
      warnings,
    }),
    z.strictObject({ index: itemIndex, status: itemStatus('failed'), error: errorBody }),
  ])
  .meta({ id: 'BulkConversionResult', description: 'The result of one order of a bulk request.' });
