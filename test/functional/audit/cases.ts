// The cost budgets and situations of the audit trail. The first situation of each endpoint is a plain success.
import { defineCases } from '#test/support/define-cases.ts';

export const cases = defineCases({
  'audit.list': {
    budget: 4,
    situations: {
      'the newest entry': async ({ by, brandId }) => {
        await by.createEvent(brandId);
        return { path: '/audit?limit=1', status: 200 };
      },
      'the entries of an actor': async ({ by, brandId }) => {
        await by.createEvent(brandId);
        return { path: '/audit?actorId=service&limit=1', status: 200 };
      },
      'the entries of a resource': async ({ by, brandId, affiliateId }) => {
        await by.createEvent(brandId);
        return { path: `/audit?resourceId=${affiliateId}`, status: 200 };
      },
    },
  },
});
