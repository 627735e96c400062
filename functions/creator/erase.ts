import { presentErasure } from '#lib/care/privacy/present/erasure.ts';
import { creator } from '#lib/care/privacy/routes.ts';
import { eraseAffiliate } from '#lib/care/privacy/store/erasures.ts';
import { creatorEndpoint } from '#lib/surface/http/creator-endpoint.ts';

export const handler = creatorEndpoint(creator.erase, async ({ caller: { brand, affiliateId }, now }) =>
  presentErasure(await eraseAffiliate(brand, affiliateId, now)),
);
