// The cost budgets and situations of the endpoints of events. The first situation of each endpoint is a plain success.
import { defineCases } from '#test/support/define-cases.ts';

export const cases = defineCases({
  'events.list': {
    budget: 4,
    situations: {
      'the first page': async ({ by, brandId }) => {
        await by.createEvent(brandId);
        return { path: '/events?limit=1', status: 200 };
      },
      'the events after an event': async ({ by, brandId }) => {
        const { id } = await by.createEvent(brandId);
        await by.createEvent(brandId);
        return { path: `/events?after=${id}&type=settings.*`, status: 200 };
      },
      'the events of a resource': async ({ by, brandId, affiliateId }) => {
        await by.createEvent(brandId);
        return { path: `/events?resourceId=${affiliateId}`, status: 200 };
      },
    },
  },
  'events.get': {
    budget: 2,
    situations: {
      'an event': async ({ by, brandId }) => ({
        path: `/events/${(await by.createEvent(brandId)).id}`,
        status: 200,
      }),
    },
  },
});
