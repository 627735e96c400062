// Declares the endpoint that decides who earns with several orders. The functions that correct one order do not bundle its schemas.
import { batch } from '#lib/foundation/contract/answer.ts';
import { adminOnly, defineRoutes } from '#lib/foundation/contract/route.ts';
import { attributionResult, bulkAttributionInput } from '#lib/money/conversions/schema/bulk-attribution.ts';

export const conversions = defineRoutes('conversions', {
  assignMany: {
    method: 'POST',
    path: '/conversions/attribution',
    summary: 'Choose who earns with orders',
    description:
      'Gives up to 100 orders to one creator, or to nobody, each as `POST /conversions/{id}/attribution` does and independently of the ' +
      'others. With a `filter` instead of `ids`, one request decides about up to 100 orders, the oldest first, and may decide about ' +
      'fewer. While `meta.cursor` is not null, send it as `cursor` to continue. `data` has one result per order. If the service is ' +
      'busy, a request with an `Idempotency-Key` returns 503; retry it with the same key.',
    access: adminOnly,
    scope: 'conversions:write',
    body: bulkAttributionInput,
    answer: batch('ids', attributionResult, 'attributed'),
    errors: ['reference_not_found'],
    itemErrors: [
      'validation_failed',
      'conversion_not_found',
      'order_canceled',
      'order_refunded_often',
      'status_conflict',
      'service_busy',
    ],
    table: {
      actions: ['BatchGetItem', 'PutItem', 'UpdateItem', 'Query'],
      indexes: ['byStatus', 'byAffiliate'],
    },
  },
});
