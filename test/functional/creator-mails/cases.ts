// The cost budgets and situations of the endpoints of e-mails to creators. The first situation of each endpoint is a plain success.
import { defineCases } from '#test/support/define-cases.ts';

export const cases = defineCases({
  'affiliates.inviteAgain': {
    budget: 3,
    budgetWithKey: 4,
    situations: {
      'an open invitation': async ({ by, token }) => ({
        path: `/affiliates/${(await by.invite(token)).id}/invitation`,
        status: 200,
      }),
      'an accepted invitation': ({ affiliateId }) => ({
        path: `/affiliates/${affiliateId}/invitation`,
        status: 409,
      }),
    },
  },
  'mails.unsubscribe': {
    budget: 4,
    situations: {
      'a kind that is on': async ({ by, token, brandId }) => {
        const { id: affiliateId } = await by.inviteActive(token);
        const link = await by.unsubscribeTokenOf({ brandId, affiliateId });
        return { path: `/mails/unsubscribe?token=${link}`, status: 200 };
      },
    },
  },
  'mails.unsubscribePage': {
    budget: 1,
    situations: { page: () => ({ path: '/mails/unsubscribe?token=any', status: 200 }) },
  },
});
