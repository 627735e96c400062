// Defines how a path names a conversion: by its id, or by the id of its order.
import * as z from 'zod';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { ownIdInPath } from './own-id.ts';

const orderId = ownIdInPath('conversion', 'Your id of the order, percent-encoded.', 'order-1041');

/** Declares both paths of an endpoint under a conversion. `rest` is what follows the id, and `more` its further parameters. */
export const atConversion = <
  const Rest extends string,
  const More extends Readonly<Record<string, z.ZodType>>,
>(
  rest: Rest,
  more: More,
) => ({
  path: `/conversions/{id}${rest}` as const,
  params: z.strictObject({ id: idSchema('conversion'), ...more }),
  alsoAt: {
    name: 'byOrderId',
    path: `/conversions/by-order-id/{orderId}${rest}` as const,
    params: z.strictObject({ orderId, ...more }),
  },
});

export const orderIdParameter = z.object({ orderId });

/** The parameters of a path under a conversion. */
export type ConversionAddress = { readonly id: string } | { readonly orderId: string };
