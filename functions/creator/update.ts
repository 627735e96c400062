import { presentProfile } from '#lib/outlets/creator-portal/present/profile.ts';
import { creator } from '#lib/outlets/creator-portal/routes.ts';
import { acceptsInvitation } from '#lib/outlets/creator-portal/rules/accepting.ts';
import { readOwnProgram } from '#lib/outlets/creator-portal/store/program.ts';
import { updateAffiliate } from '#lib/program/affiliates/store/affiliates.ts';
import { creatorEndpoint } from '#lib/surface/http/creator-endpoint.ts';

export const handler = creatorEndpoint(creator.update, async ({ caller, body, now }) => {
  const { brand, affiliateId } = caller;
  const check = acceptsInvitation(body);
  const after = await updateAffiliate(affiliateId, body, { brand, role: 'member' }, now, check);
  return presentProfile(after, brand, await readOwnProgram(after, brand, now));
});
