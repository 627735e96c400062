// Declares the endpoints of events.
import * as z from 'zod';
import { feed, item } from '#lib/contract/answer.ts';
import { adminOnly, defineRoutes } from '#lib/contract/route.ts';
import { idSchema } from '#lib/shared/ids.ts';
import { eventAnswer } from './schema/event.ts';
import { feedQuery } from './schema/queries.ts';

export const events = defineRoutes('events', {
  list: {
    method: 'GET',
    path: '/events',
    summary: 'Follow the events',
    description:
      'Returns the events of the brand, oldest first. A consumer stores `meta.after` after it has processed a response, and sends it ' +
      'as `after` in its next request. It then sees every event exactly once, and the events of each resource in the order of its ' +
      'changes. An event appears within seconds after its change, and is available for 90 days. With filters, a response can have ' +
      'fewer events than `limit`, and even none, while `meta.hasMore` is true: continue with `meta.after`.',
    access: adminOnly,
    scope: 'webhooks:read',
    query: feedQuery,
    answer: feed(eventAnswer),
    table: { actions: ['Query'] },
  },
  get: {
    method: 'GET',
    path: '/events/{id}',
    summary: 'Get an event',
    access: adminOnly,
    scope: 'webhooks:read',
    params: z.strictObject({ id: idSchema('event') }),
    errors: ['event_not_found'],
    answer: item(eventAnswer),
    table: { actions: ['Query'] },
  },
});
