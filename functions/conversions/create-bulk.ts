import { recordConversions } from '#lib/conversions/bulk.ts';
import { presentConversion, presentPreview } from '#lib/conversions/present.ts';
import { conversions } from '#lib/conversions/routes.ts';
import { errorBodyOf } from '#lib/http/error-body.ts';
import { endpoint } from '#lib/http/keyed-endpoint.ts';
import { DomainError } from '#lib/shared/errors.ts';

export const handler = endpoint(conversions.createBulk, async ({ caller: { brand }, body, query, now }) => {
  const dryRun = query.dryRun === 'true';
  const outcomes = await recordConversions(body.conversions, brand, { now, dryRun });
  const items = outcomes.map((outcome, index) => {
    if (outcome instanceof DomainError)
      return { index, status: 'failed' as const, error: errorBodyOf(outcome) };
    const { conversion, commission, isRepeat, isTrial } = outcome;
    if (!isTrial) {
      const status = isRepeat ? ('existing' as const) : ('created' as const);
      return { index, status, conversion: presentConversion(conversion) };
    }
    const status = isRepeat ? ('existing' as const) : ('preview' as const);
    return { index, status, conversion: presentPreview(conversion, commission) };
  });
  const count = (wanted: string) => items.filter(({ status }) => status === wanted).length;
  return { items, created: count('created'), failed: count('failed') };
});
