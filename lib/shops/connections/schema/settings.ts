// Defines the settings of a connection.
import * as z from 'zod';

const attributeName = (fallback: string) =>
  z
    .string()
    .trim()
    .min(1, 'Must not be empty; omit the field instead')
    .max(100)
    .optional()
    .meta({ description: `The name in the shop. Defaults to \`${fallback}\`.` });

export const settings = z
  .strictObject({
    includeShipping: z.boolean().optional().meta({
      description: 'Whether creators also earn with shipping. Defaults to false.',
    }),
    includeTax: z.boolean().optional().meta({
      description: 'Whether creators also earn with tax. Defaults to false.',
    }),
    attributeNames: z
      .strictObject({ clickId: attributeName('clickId'), trackingCode: attributeName('trackingCode') })
      .optional()
      .meta({
        description: 'The attributes of an order that have the click or the tracking code of a creator.',
      }),
    orderIdPrefix: z
      .string()
      .regex(/^[\x21-\x7e]{1,20}$/, 'Must be 1 to 20 printable ASCII characters without spaces')
      .optional()
      .meta({
        description:
          'Precedes each id of the shop in `orderId`, for a brand with several shops whose ids could be the same.',
        example: 'uk-',
      }),
  })
  .meta({ id: 'ConnectionSettings', description: 'The treatment of orders of a shop.' });
