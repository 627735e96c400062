// Defines what an order in another currency than the brand's says in its own currency.
import * as z from 'zod';
import { day as dayOfRate } from '#lib/foundation/shared/date-schemas.ts';
import { currencyInput, decimal, minorUnits } from '#lib/foundation/shared/money.ts';
import { exchangeRateInput, exchangeRateText } from '#lib/money/exchange-rates/schema/rate.ts';

export const currencyOfOrder = () => ({
  currency: currencyInput()
    .optional()
    .meta({
      description:
        'The currency of `amount`, `orderTotal` and the prices of `items`. Defaults to the brand’s, into which other amounts are converted. Letter ' +
        'case does not count.',
      example: 'EUR',
    }),
  exchangeRate: exchangeRateInput(
    'The units of the brand’s currency for one unit of `currency`. Defaults to the stored rate of the day of the order, or of the nearest of the ' +
      '7 days before. Only for an order in another currency.',
  ).optional(),
});

/** Amounts are in minor units of its currency. */
export const storedOriginal = z.object({
  currency: z.string(),
  amount: minorUnits,
  refundedAmount: minorUnits,
  /** Orders without it omit it. */
  orderTotal: minorUnits.optional(),
  exchangeRate: z.string(),
  /** The day of the stored rate. Absent for a rate that a request sent. */
  day: z.string().optional(),
});
export type Original = z.output<typeof storedOriginal>;

const inOwnCurrency = (description: string) =>
  decimal.meta({
    override: { type: 'number', description: `${description} In \`original.currency\`.`, examples: [19.99] },
  });

export const originalAnswer = () =>
  z
    .object({
      currency: z.string().meta({ description: 'The currency of the order.' }),
      amount: inOwnCurrency('The commissionable amount.'),
      refundedAmount: inOwnCurrency('The part of `amount` that is refunded.'),
      orderTotal: inOwnCurrency(
        'The amount that the customer paid. Null if the order did not say it.',
      ).nullable(),
      exchangeRate: exchangeRateText,
      source: z.enum(['request', 'stored']).meta({
        description: 'Whether a request sent the rate, or it was a stored one.',
      }),
      day: dayOfRate.nullable().meta({ description: 'The day of the stored rate. Otherwise null.' }),
    })
    .meta({ id: 'OriginalAmounts', description: 'The amounts of an order in its own currency.' })
    .nullable()
    .meta({
      description:
        'The amounts in the currency of the order. Null for an order in the brand’s currency, in which all other amounts are.',
    });

/** The amount that a refund took from an order in another currency. */
export const storedOriginalRefund = z.object({ currency: z.string(), amount: minorUnits });

export const originalRefundAnswer = () =>
  z
    .object({
      currency: z.string().meta({ description: 'The currency of the order.' }),
      amount: inOwnCurrency('The refunded amount.'),
    })
    .meta({ id: 'OriginalRefund', description: 'A refund in the currency of its order.' })
    .nullable()
    .meta({
      description:
        'The refund in the currency of its order. Null for an order in the brand’s currency, and while the refund is pending.',
    });
