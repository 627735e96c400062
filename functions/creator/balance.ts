import { presentBalance } from '#lib/outlets/creator-portal/present/profile.ts';
import { creator } from '#lib/outlets/creator-portal/routes.ts';
import { readBalance } from '#lib/outlets/creator-portal/store/profile.ts';
import { creatorEndpoint } from '#lib/surface/http/creator-endpoint.ts';

export const handler = creatorEndpoint(creator.balance, async ({ caller: { brand, affiliateId }, now }) => {
  const { balance, nextApprovalAt } = await readBalance(brand, affiliateId, now);
  return presentBalance(balance, nextApprovalAt, brand);
});
