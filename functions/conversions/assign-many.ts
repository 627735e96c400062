import { conversions } from '#lib/money/attributions/routes.ts';
import { presentConversion } from '#lib/money/conversions/present.ts';
import { attributeOrders } from '#lib/money/conversions/store/assign-many.ts';
import { batchResults } from '#lib/surface/http/batch.ts';
import { idempotentEndpoint } from '#lib/surface/http/idempotent-endpoint.ts';

export const handler = idempotentEndpoint(
  conversions.assignMany,
  async ({ caller: { brand }, body, now, attempt }) => {
    const { results, cursor } = await attributeOrders(body, { brand, now, attempt });
    const { items } = batchResults(results, (conversion) => ({
      status: 'attributed',
      conversion: presentConversion(conversion),
    }));
    return { answer: { items, cursor } };
  },
);
