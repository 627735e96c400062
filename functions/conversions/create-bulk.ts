import { withTemporarySalt } from '#lib/brands/rules/customer-salt.ts';
import { ensureCustomerSalt } from '#lib/brands/store/customer-salt.ts';
import { isDryRun } from '#lib/contract/dry-run.ts';
import { presentBulkPreview, presentBulkResult } from '#lib/conversions/present.ts';
import { conversions } from '#lib/conversions/routes.ts';
import { previewConversions, recordConversions } from '#lib/conversions/store/bulk.ts';
import { batchResults } from '#lib/http/batch.ts';
import { idempotentEndpoint } from '#lib/http/idempotent-endpoint.ts';

export const handler = idempotentEndpoint(
  conversions.createBulk,
  async ({ caller, body, query, now, attempt }) => {
    if (isDryRun(query)) {
      const brand = withTemporarySalt(caller.brand);
      const previews = await previewConversions(body.conversions, { brand, now, attempt });
      return { answer: batchResults(previews, presentBulkPreview) };
    }
    const brand = await ensureCustomerSalt(caller.brand);
    const recorded = await recordConversions(body.conversions, { brand, now, attempt });
    return { answer: batchResults(recorded, presentBulkResult) };
  },
);
