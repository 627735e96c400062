// The cost budgets and situations of the endpoints of personal data. The first situation of each endpoint is a plain success.
import { defineCases } from '#test/support/define-cases.ts';

export const cases = defineCases({
  'privacy.eraseAffiliate': {
    budget: 4,
    situations: {
      'a creator': async ({ by, token }) => ({
        path: `/affiliates/${(await by.inviteActive(token)).id}/personal-data`,
        status: 202,
      }),
      'an erased creator': async ({ by, token }) => {
        const path = `/affiliates/${(await by.invite(token)).id}/personal-data`;
        await by.send('DELETE', path, { token });
        return { path, status: 202 };
      },
    },
  },
  'privacy.getErasure': {
    budget: 2,
    situations: {
      'an erasure': async ({ by, token }) => {
        const { id } = await by.invite(token);
        const { json } = await by.send('DELETE', `/affiliates/${id}/personal-data`, { token });
        return { path: `/personal-data-erasures/${json.data.id}`, status: 200 };
      },
    },
  },
  'customers.erase': {
    budget: 5,
    situations: {
      'a customer': async ({ by, token }) => {
        await by.recordOrder(token, { customerId: 'customer-7' });
        return { path: '/customers/customer-7/personal-data', status: 202 };
      },
    },
  },
});
