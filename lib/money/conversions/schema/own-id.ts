// Defines the ids of a brand, such as order ids.
import * as z from 'zod';
import { unlessMissing } from '#lib/foundation/shared/messages.ts';
import { resourceName } from '#lib/foundation/shared/resource-names.ts';
import type { Resource } from '#lib/foundation/shared/resources.ts';

const pattern = /^[\x21-\x7e](?:[\x20-\x7e]{0,98}[\x21-\x7e])?$/;

/** An id in a path. One that is malformed names nothing, so it is a 404 like an unknown one. */
export const ownIdInPath = (resource: Resource, description: string, example: string) =>
  resourceName(resource, pattern).meta({ description, example });

/** Shops send their ids also as numbers. Above 2^53, JavaScript cannot read a number exactly. */
export const ownId = (example: string) =>
  z
    .preprocess(
      (value) => (Number.isSafeInteger(value) ? String(value) : value),
      z
        .string({ error: unlessMissing('Must be a text, or a whole number below 2^53') })
        .regex(pattern, 'Must be 1 to 100 printable ASCII characters'),
    )
    .meta({
      example,
      override: {
        type: ['string', 'integer'],
        pattern: '^[\\x21-\\x7e]([\\x20-\\x7e]{0,98}[\\x21-\\x7e])?$',
        example,
      },
    });
