// Defines exchange rates as they are sent and stored. The file is separate from the endpoints, because orders need only this.
import * as z from 'zod';
import { idSchema } from '#lib/foundation/shared/ids.ts';

const decimalText = /^0*(\d{1,10})(?:\.(\d{1,10}?)0*)?$/;
const storedText = /^(?=.*[1-9])\d{1,10}(?:\.\d{1,10})?$/;
const sentText = decimalText.source.replace('^', '^(?=.*[1-9])').replace('?:', '');

/** JavaScript writes a number below 0.000001 with an exponent, as the rate of the Iranian rial is. More decimals than a rate has are refused. */
function textOf(value: string | number): string {
  const text = String(value);
  if (typeof value === 'string' || !text.includes('e-')) return text;
  const decimals = value.toFixed(10);
  return Number(decimals) === value ? decimals : text;
}

/** Equal rates have the same text, so that a repeated order is recognized. */
function canonical(value: unknown): unknown {
  if (typeof value !== 'string' && typeof value !== 'number') return value;
  const [, whole, fraction = '0'] = decimalText.exec(textOf(value)) ?? [];
  if (whole === undefined) return value;
  return fraction === '0' ? whole : `${whole}.${fraction}`;
}

/** A number is exact as well, because its text is the shortest one that means it. */
export const exchangeRateInput = (description: string) =>
  z
    .preprocess(
      canonical,
      z
        .string('Must be a text with a decimal number, such as "0.92"')
        .regex(
          storedText,
          'Must be a decimal number above 0 with at most 10 digits before and 10 after the point',
        ),
    )
    .meta({
      description,
      example: '0.92',
      override: {
        type: ['string', 'number'],
        description,
        pattern: sentText,
        exclusiveMinimum: 0,
        exclusiveMaximum: 10 ** 10,
        examples: ['0.92'],
      },
    });

/** The units of the brand’s currency for one unit of the other. */
export const exchangeRateText = z.string().meta({
  description: 'The units of the brand’s currency for one unit of the other currency, as an exact decimal.',
  example: '0.92',
});

export const storedExchangeRate = z.object({
  brandId: idSchema('brand'),
  currency: z.string(),
  day: z.string(),
  rate: z.string(),
});
export type ExchangeRate = z.output<typeof storedExchangeRate>;
