import { presentAffiliate } from '#lib/affiliates/present.ts';
import { affiliates } from '#lib/affiliates/routes.ts';
import { inviteAffiliates } from '#lib/affiliates/store/bulk.ts';
import { batchResults } from '#lib/http/batch.ts';
import { idempotentEndpoint } from '#lib/http/idempotent-endpoint.ts';

export const handler = idempotentEndpoint(
  affiliates.createBulk,
  async ({ caller: { brand }, body, attempt }) => {
    const results = await inviteAffiliates(body.affiliates, brand, attempt);
    const answer = batchResults(results, (affiliate) => ({
      status: 'created',
      affiliate: presentAffiliate(affiliate, brand.currency),
    }));
    return { answer };
  },
);
