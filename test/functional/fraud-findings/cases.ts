// The cost budgets and situations of the endpoints of fraud findings. The first situation of each endpoint is a plain success.
import { defineCases } from '#test/support/define-cases.ts';
import { at } from '#test/support/situation-helpers.ts';
import type { World } from '#test/support/situations.ts';

const findingOf = async ({ by, token }: World, action?: 'notify' | 'reject'): Promise<string> =>
  `/fraud-findings/${(await by.createFinding(token, action)).id}`;

const deciding = (decision: 'dismiss' | 'confirm', action?: 'notify' | 'reject') => async (world: World) => ({
  path: `${await findingOf(world, action)}/decide`,
  status: 200,
  body: { decision, note: 'Decided with a note' },
});

export const cases = defineCases({
  'fraudFindings.list': {
    budget: 2,
    situations: {
      all: at(() => '/fraud-findings'),
      'by status': at(() => '/fraud-findings?status=open'),
      'by creator': at(({ affiliateId }) => `/fraud-findings?affiliateId=${affiliateId}`),
      'by order': async (world) => {
        const { conversionId } = await world.by.createFinding(world.token);
        return { path: `/fraud-findings?conversionId=${conversionId}`, status: 200 };
      },
      'by creator and status': at(
        ({ affiliateId }) => `/fraud-findings?affiliateId=${affiliateId}&status=open`,
      ),
    },
  },
  'fraudFindings.get': {
    budget: 2,
    situations: { one: async (world) => ({ path: await findingOf(world), status: 200 }) },
  },
  'fraudFindings.decide': {
    budget: 4,
    budgetWithKey: 5,
    situations: {
      'a confirmation': deciding('confirm'),
      'a dismissal': deciding('dismiss'),
      'a dismissal of a rejection': deciding('dismiss', 'reject'),
    },
  },
});
