import { presentAffiliate } from '#lib/program/affiliates/present.ts';
import { affiliates } from '#lib/program/affiliates/routes.ts';
import { inviteAffiliates } from '#lib/program/affiliates/store/bulk.ts';
import { batchResults } from '#lib/surface/http/batch.ts';
import { idempotentEndpoint } from '#lib/surface/http/idempotent-endpoint.ts';

export const handler = idempotentEndpoint(
  affiliates.createBulk,
  async ({ caller: { brand }, body, attempt }) => {
    const results = await inviteAffiliates(body.affiliates, brand, attempt);
    const answer = batchResults(results, (affiliate) => ({
      status: 'created',
      affiliate: presentAffiliate(affiliate, brand),
    }));
    return { answer };
  },
);
