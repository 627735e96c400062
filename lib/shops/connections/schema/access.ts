// Defines the access of a connection to the API of its shop.
import * as z from 'zod';
import { receiverUrl } from '#lib/outlets/webhooks/schema/receiver-url.ts';

const maxLength = 300;

const storeUrl = receiverUrl(maxLength)
  .overwrite((text) => text.replace(/\/+$/, ''))
  .optional()
  .meta({
    description:
      'The https address of the shop. Its host must be public. Required for Shopify (`https://….myshopify.com`) and WooCommerce.',
    example: 'https://shop.acme.test',
  });

const text = (description: string) => z.string().trim().min(8).max(maxLength).meta({ description });

const shopAccess = z
  .strictObject({
    storeUrl,
    key: text(
      'Stripe: a restricted key that may write coupons and promotion codes. Shopify: an access token with `read_discounts` and `write_discounts`. WooCommerce: the consumer key with read and write access.',
    ),
    secret: text('WooCommerce: the consumer secret.').optional(),
  })
  .meta({ id: 'ShopAccess', description: 'The access to the API of a shop.' });

export const newAccess = shopAccess.nullable().optional().meta({
  description:
    'The access to the API of the shop. With it, each discount code that is created, changed or deleted here becomes a coupon of the shop. It is stored encrypted, and never returned.',
});

export const changedAccess = shopAccess
  .nullable()
  .optional()
  .meta({ description: 'Replaces the access to the API of the shop. Null removes it.' });
