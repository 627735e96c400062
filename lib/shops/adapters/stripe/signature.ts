// Checks the signature of Stripe (https://docs.stripe.com/webhooks#verify-manually).
import { createHmac } from 'node:crypto';
import { isEqual } from '../signatures.ts';

const toleranceSeconds = 300;

/** The header is `t=1700000000,v1=…`. There are several `v1` while a secret is being rotated. */
export function hasStripeSignature(secret: string, header = '', rawBody: Uint8Array, now: number): boolean {
  const parts = header.split(',').map((part) => part.trim().split('=', 2));
  const valuesOf = (name: string) => parts.filter(([key]) => key === name).map(([, value = '']) => value);
  const [time = ''] = valuesOf('t');
  if (secret === '' || !/^\d{1,12}$/.test(time)) return false;
  if (Math.abs(now / 1000 - Number(time)) > toleranceSeconds) return false;
  const expected = createHmac('sha256', secret).update(`${time}.`).update(rawBody).digest('hex');
  return valuesOf('v1').some((signature) => isEqual(expected, signature));
}
