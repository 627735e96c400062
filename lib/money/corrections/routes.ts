// Declares the endpoints that correct recorded orders, beside those of lib/money/conversions/routes.ts.
import { item } from '#lib/foundation/contract/answer.ts';
import { adminOnly, defineRoutes } from '#lib/foundation/contract/route.ts';
import { atConversion } from '#lib/money/conversions/schema/address.ts';
import { attributionInput } from '#lib/money/conversions/schema/attribution-input.ts';
import { conversionAnswer } from '#lib/money/conversions/schema/endpoints.ts';
import { cancelInput, conversionChanges } from '#lib/money/conversions/schema/order-changes.ts';

/** An order that is judged again also needs `Query`, for its refunds, and for a click in an overflow item. */
const changing = ['BatchGetItem', 'PutItem', 'UpdateItem'] as const;

export const conversions = defineRoutes('conversions', {
  update: {
    method: 'PATCH',
    ...atConversion('', {}),
    summary: 'Update a conversion',
    description:
      'Changes an order, and its commission with it: a commission that is paid or in a payout gets an adjustment with the difference. ' +
      'Another reference, time, `customerId` or `customerEmail` judges the order again. If ' +
      'its creator, campaign, discount code or day changes, its commission is taken back, and another one is created. Only the ' +
      'external id and the metadata of a canceled order can change. Returns 409 for an amount below the `refundedAmount`.',
    access: adminOnly,
    scope: 'conversions:write',
    body: conversionChanges,
    answer: item(conversionAnswer),
    errors: [
      'external_id_taken',
      'amount_below_refunds',
      'order_canceled',
      'order_refunded_often',
      'sum_limit_reached',
    ],
    table: { actions: [...changing, 'Query', 'DeleteItem'] },
  },
  cancel: {
    method: 'POST',
    ...atConversion('/cancel', {}),
    summary: 'Cancel an order',
    description:
      'Takes an order out of all sums and figures, apart from its refunds: its `amount` becomes the `refundedAmount`. Its commission is ' +
      'reversed, or gets a clawback if it is paid or in a payout. A canceled order stays canceled, so another request returns 200 ' +
      'without a change.',
    access: adminOnly,
    scope: 'conversions:write',
    body: cancelInput,
    answer: item(conversionAnswer),
    table: { actions: changing },
  },
  attribute: {
    method: 'POST',
    ...atConversion('/attribution', {}),
    summary: 'Choose who earns',
    description:
      'Gives an order to a creator, or to nobody, whatever its references say. The commission of another creator is taken back. If ' +
      'a reference of the order belongs to the creator, its campaign and discount code apply. The decision stays when the ' +
      'references change later. Returns 409 for a canceled order.',
    access: adminOnly,
    scope: 'conversions:write',
    body: attributionInput,
    answer: item(conversionAnswer),
    errors: ['reference_not_found', 'order_canceled', 'order_refunded_often', 'sum_limit_reached'],
    table: { actions: [...changing, 'Query'] },
  },
});
