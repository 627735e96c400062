import { recordConversions } from '#lib/conversions/bulk.ts';
import { presentConversion, presentPreview } from '#lib/conversions/present.ts';
import { conversions } from '#lib/conversions/routes.ts';
import { errorBodyOf } from '#lib/http/error-body.ts';
import { endpoint } from '#lib/http/keyed-endpoint.ts';
import { DomainError } from '#lib/shared/errors.ts';

export const handler = endpoint(
  conversions.createBulk,
  async ({ caller: { brand }, body, query, now, attempt }) => {
    const dryRun = query.dryRun === 'true';
    const outcomes = await recordConversions(body.conversions, brand, { now, dryRun, attempt });
    const items = outcomes.map((outcome, index) => {
      if (outcome instanceof DomainError)
        return { index, status: 'failed' as const, error: errorBodyOf(outcome) };
      const { conversion, commission, isRepeat } = outcome;
      if (isRepeat) return { index, status: 'existing' as const, conversion: presentConversion(conversion) };
      return dryRun
        ? { index, status: 'preview' as const, conversion: presentPreview(conversion, commission) }
        : { index, status: 'created' as const, conversion: presentConversion(conversion) };
    });
    const count = (wanted: string) => items.filter(({ status }) => status === wanted).length;
    return { items, created: count('created'), failed: count('failed') };
  },
);
