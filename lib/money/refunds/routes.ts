// Defines the endpoints of refunds.
import { createdOrUnchanged } from '#lib/foundation/contract/answer.ts';
import { adminOnly, defineRoutes } from '#lib/foundation/contract/route.ts';
import { atConversion } from '#lib/money/conversions/schema/address.ts';
import { refundAnswer, refundInput } from '#lib/money/conversions/schema/refund.ts';

export const conversions = defineRoutes('conversions', {
  refund: {
    method: 'POST',
    ...atConversion('/refunds', {}),
    summary: 'Refund an order',
    description:
      'Refunds all or part of an order and adds to its `refundedAmount`. The commission is recalculated from the remaining ' +
      'amount. If it is paid or in a payout, a clawback (a negative commission) is created instead. Repeating a refund ' +
      'returns 200 with the recorded refund. Returns 409 if the `refundId` is already used with a different amount, or if the ' +
      'amount is more than the remaining amount of the order, which the message names.',
    access: adminOnly,
    scope: 'conversions:write',
    body: refundInput,
    answer: createdOrUnchanged(refundAnswer),
    errors: ['order_fully_refunded', 'refund_id_reused', 'refund_too_large'],
    table: { actions: ['BatchGetItem', 'PutItem', 'UpdateItem'] },
  },
});
