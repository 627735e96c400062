// Decides whether a creator may become active without the brand.
import { conflict } from '#lib/foundation/shared/errors.ts';
import type { Affiliate } from '#lib/program/affiliates/schema/affiliate.ts';

/** A session proves that the creator owns the address, as the link of the invitation does. */
export const acceptsInvitation =
  ({ status: wanted }: { readonly status?: 'active' | undefined }) =>
  (creator: Affiliate | undefined): void => {
    const status = creator?.status;
    if (wanted === undefined || status === 'invited' || status === 'active') return;
    throw conflict('affiliate_not_invited', `You are ${status}, so only the brand can make you active`);
  };
