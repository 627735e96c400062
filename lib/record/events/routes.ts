// Declares the endpoints of events and of the audit trail.
import * as z from 'zod';
import { feed, item } from '#lib/foundation/contract/answer.ts';
import { adminOfAnyPlan, adminOnly, defineRoutes } from '#lib/foundation/contract/route.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { feedScopes, trailScopes } from './rules/event-scopes.ts';
import { eventAnswer, trailEntry } from './schema/event.ts';
import { feedMeta, feedQuery, trailMeta, trailQuery } from './schema/queries.ts';

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
    fieldScopes: { place: 'query', name: 'type', scopes: feedScopes, absent: '*' },
    query: feedQuery,
    answer: feed(eventAnswer, feedMeta),
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

export const audit = defineRoutes('audit', {
  list: {
    method: 'GET',
    path: '/audit',
    summary: 'Read the audit trail',
    description:
      'Returns who changed what, newest first: all events of the brand, and entries that are no events, such as logins. An entry ' +
      'names the actor, the request and a keyed hash of the address, and has the changed fields before and after. Entries are kept ' +
      'for 400 days, on every plan. With filters, a page can have fewer entries than `limit`, and even none, while `meta.cursor` is ' +
      'not null: continue with the cursor.',
    access: adminOfAnyPlan,
    scope: 'settings:read',
    testMode: 'refused',
    fieldScopes: { place: 'query', name: 'type', scopes: trailScopes, absent: '*' },
    query: trailQuery,
    answer: feed(trailEntry, trailMeta),
    table: { actions: ['Query'] },
  },
});
