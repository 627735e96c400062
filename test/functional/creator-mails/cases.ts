// The cost budgets and situations of the endpoints of e-mails to creators. The first situation of each endpoint is a plain success.
import { defineCases } from '#test/support/define-cases.ts';
import type { Situation } from '#test/support/situations.ts';

const withToken: Situation = async ({ by, token, brandId }) => {
  const { id: affiliateId } = await by.inviteActive(token);
  const link = await by.unsubscribeTokenOf({ brandId, affiliateId });
  return { path: `/mails/unsubscribe?token=${link}`, status: 200 };
};

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
      'a kind that is on': (world) => withToken(world),
    },
  },
  'mails.unsubscribePage': {
    budget: 1,
    situations: {
      'the token of an e-mail': (world) => withToken(world),
      'another text': () => ({ path: '/mails/unsubscribe?token=any', status: 200 }),
    },
  },
});
