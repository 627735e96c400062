// Checks signatures in constant time.
import { createHmac, timingSafeEqual } from 'node:crypto';

export const isEqual = (one: string, other: string): boolean => {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
};

/** Checks the base64 of an HMAC-SHA256 over the raw body, as Shopify and WooCommerce send it. */
export function hasBase64Signature(secret: string, signature = '', rawBody: Uint8Array): boolean {
  return secret !== '' && isEqual(createHmac('sha256', secret).update(rawBody).digest('base64'), signature);
}
