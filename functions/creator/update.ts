import { presentProfile } from '#lib/outlets/creator-portal/present/profile.ts';
import { creator } from '#lib/outlets/creator-portal/routes.ts';
import { readOwnTerms } from '#lib/outlets/creator-portal/store/profile.ts';
import { updateAffiliate } from '#lib/program/affiliates/store/affiliates.ts';
import { creatorEndpoint } from '#lib/surface/http/creator-endpoint.ts';

export const handler = creatorEndpoint(creator.update, async ({ caller, body, now }) => {
  const { brand, affiliateId } = caller;
  const after = await updateAffiliate(affiliateId, body, { brand, role: 'member' }, now, undefined);
  return presentProfile(after, brand, await readOwnTerms(after, brand, now));
});
