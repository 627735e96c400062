import { isDryRun } from '#lib/foundation/contract/dry-run.ts';
import { presentBulkPreview, presentBulkResult } from '#lib/money/conversions/present.ts';
import { conversions } from '#lib/money/conversions/routes.ts';
import { requireMaySettle } from '#lib/money/conversions/rules/may-settle.ts';
import { previewConversions, recordConversions } from '#lib/money/conversions/store/bulk.ts';
import { batchResults } from '#lib/surface/http/batch.ts';
import { idempotentEndpoint } from '#lib/surface/http/idempotent-endpoint.ts';

export const handler = idempotentEndpoint(
  conversions.createBulk,
  async ({ caller, body, query, now, attempt }) => {
    const { brand } = caller;
    requireMaySettle(caller, body.conversions);
    if (isDryRun(query)) {
      const previews = await previewConversions(body.conversions, { brand, now, attempt });
      return { answer: batchResults(previews, presentBulkPreview) };
    }
    const recorded = await recordConversions(body.conversions, { brand, now, attempt });
    return { answer: batchResults(recorded, presentBulkResult) };
  },
);
