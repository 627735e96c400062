import { presentConversion, presentPreview } from '#lib/conversions/present.ts';
import { conversions } from '#lib/conversions/routes.ts';
import { recordConversions } from '#lib/conversions/store/bulk.ts';
import { batchOf } from '#lib/http/batch.ts';
import { idempotentEndpoint } from '#lib/http/idempotent-endpoint.ts';

export const handler = idempotentEndpoint(
  conversions.createBulk,
  async ({ caller: { brand }, body, query, now, attempt }) => {
    const dryRun = query.dryRun === 'true';
    const outcomes = await recordConversions(body.conversions, brand, { now, dryRun, attempt });
    return batchOf(outcomes, ({ conversion, commission, isRepeat, isTrial }) =>
      isTrial
        ? { status: isRepeat ? 'existing' : 'preview', conversion: presentPreview(conversion, commission) }
        : { status: isRepeat ? 'existing' : 'created', conversion: presentConversion(conversion) },
    );
  },
);
