// Builds signed messages of shops.
import { createHmac, randomBytes } from 'node:crypto';

export const shopSecret = 'secret-of-the-shop';

const gmt = (at: Date): string => at.toISOString().slice(0, 19);

/** The body of an order of WooCommerce over 100, as text. */
export function wooOrder(changes: object = {}, at = new Date()): string {
  return JSON.stringify({
    id: Number.parseInt(randomBytes(6).toString('hex'), 16),
    status: 'processing',
    currency: 'USD',
    date_created_gmt: gmt(at),
    date_modified_gmt: gmt(at),
    total: '119.00',
    line_items: [{ name: 'Lamp', quantity: 1, total: '100.00', total_tax: '19.00' }],
    ...changes,
  });
}

/** The headers of WooCommerce. */
export const signedHeaders = (body: string, secret = shopSecret) => ({
  'content-type': 'application/json',
  'x-wc-webhook-signature': createHmac('sha256', secret).update(body).digest('base64'),
  'x-wc-webhook-topic': 'order.updated',
  'x-wc-webhook-delivery-id': randomBytes(6).toString('hex'),
});
