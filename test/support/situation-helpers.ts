// Provides helpers for the situations of several domains.

import { unusedOrder } from './creations-with.ts';
import type { Situation, World } from './situations.ts';

export const newCommission = ({ by, brandId, affiliateId }: World) =>
  by.createCommission({ brandId, affiliateId });

/** Returns an order by the creator itself, whose commission is held for review. */
export async function ownOrder({ by, token }: World) {
  const { trackingCode, email } = await by.inviteActive(token);
  return { trackingCode, customerEmail: email };
}

/** Returns all references of an order: a discount code and a click of a campaign, and a tracking code. */
export async function everything({ by, token, affiliateId, campaignId, code }: World) {
  const discount = await by.createDiscount(token, affiliateId, { campaignId });
  const clicked = await by.send('POST', `/tracking/ref/${code}`, { token, body: { campaignId } });
  return { discountCode: discount.code, clickId: clicked.json.data.clickId, trackingCode: code };
}

export const orders = (count: number, named: object) => ({
  conversions: Array.from({ length: count }, () => ({ orderId: unusedOrder(), amount: 1, ...named })),
});

export const at =
  (path: (world: World) => string, status = 200): Situation =>
  (world) => ({ path: path(world), status });

/** Deletes the oldest endpoints, because a brand has at most 20. */
export async function deleteOldEndpoints({ by, token }: World, keep = 10): Promise<void> {
  const { json } = await by.send('GET', '/webhook-endpoints?limit=100', { token });
  const old: readonly { readonly id: string }[] = json.data.slice(keep);
  for (const { id } of old) await by.send('DELETE', `/webhook-endpoints/${id}`, { token });
}

/** Deletes the oldest connections, because a brand has at most 20. */
export async function deleteOldConnections({ by, token }: World, keep = 10): Promise<void> {
  const { json } = await by.send('GET', '/connections?limit=100', { token });
  const old: readonly { readonly id: string }[] = json.data.slice(keep);
  for (const { id } of old) await by.send('DELETE', `/connections/${id}`, { token });
}

/** Deletes the oldest keys, because a brand has at most 50. */
export async function deleteOldKeys({ by, token }: World, keep = 10): Promise<void> {
  const { json } = await by.send('GET', '/api-keys?limit=100', { token });
  const old: readonly { readonly id: string }[] = json.data.slice(keep);
  for (const { id } of old) await by.send('DELETE', `/api-keys/${id}`, { token });
}
