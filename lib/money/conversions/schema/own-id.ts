// Defines the ids of a brand, such as order ids.
import * as z from 'zod';
import { unlessMissing } from '#lib/foundation/shared/messages.ts';

/** Shops send their ids also as numbers. Above 2^53, JavaScript cannot read a number exactly. */
export const ownId = (example: string) =>
  z
    .preprocess(
      (value) => (Number.isSafeInteger(value) ? String(value) : value),
      z
        .string({ error: unlessMissing('Must be a text, or a whole number below 2^53') })
        .regex(
          /^[\x21-\x7e](?:[\x20-\x7e]{0,98}[\x21-\x7e])?$/,
          'Must be 1 to 100 printable ASCII characters',
        ),
    )
    .meta({
      example,
      override: {
        type: ['string', 'integer'],
        pattern: '^[\\x21-\\x7e]([\\x20-\\x7e]{0,98}[\\x21-\\x7e])?$',
        example,
      },
    });
