// Rare situations of the endpoints of payouts. They may exceed the cost budgets.

import { getBrand } from '#lib/access/brands/store/lookup.ts';
import { singleAttempt } from '#lib/foundation/idempotency/rules/attempt.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { advance } from '#lib/money/payouts/store/advance.ts';
import { createPayoutOnce, newPayout } from '#lib/money/payouts/store/create.ts';
import type { SituationsByEndpoint } from '#test/support/define-cases.ts';

export const rareCases: SituationsByEndpoint = {
  'payouts.update': {
    'canceled during preparation': async ({ by, token, brandId }) => {
      const { id: affiliateId } = await by.inviteActive(token);
      await by.createCommission({ brandId, affiliateId, status: 'approved' });
      const attempt = singleAttempt(now());
      const input = newPayout({ affiliateIds: [affiliateId] }, await getBrand(brandId), attempt);
      const payout = await createPayoutOnce(input, attempt);
      if (!('id' in payout)) throw new Error(payout.emptyReason);
      await advance(payout, () => true, { now });
      return { path: `/payouts/${payout.id}`, status: 200, body: { status: 'canceled' } };
    },
  },
};
