// Rare situations of the endpoints of refunds.
import type { SituationsByEndpoint } from '#test/support/define-cases.ts';
import { recordPaidOrder } from '#test/support/paid-orders.ts';

export const rareCases: SituationsByEndpoint = {
  'refunds.reverse': {
    'of a paid order': async (world) => {
      const { id } = await recordPaidOrder(world);
      const body = { refundId: 'refund-1', amount: 40 };
      await world.by.send('POST', `/conversions/${id}/refunds`, { token: world.token, body });
      return { path: `/conversions/${id}/refunds/refund-1/reverse`, status: 200, body: {} };
    },
  },
};
