// The endpoints of tracking.
import { createdOrRepeated, item, redirect } from '#lib/contract/answer.ts';
import { adminOnly, anyRole, defineRoutes } from '#lib/contract/route.ts';
import {
  linkQuery,
  recordAnswer,
  recordInput,
  statisticsAnswer,
  statisticsQuery,
  trackingParams,
} from './schema.ts';

export const tracking = defineRoutes('tracking', {
  statistics: {
    method: 'GET',
    path: '/tracking/clicks',
    summary: 'Get click statistics by UTC day',
    description:
      '`from` and `to` are inclusive; by default the last 30 days, at most 366. A click shows within 5 seconds.',
    access: anyRole,
    query: statisticsQuery,
    answer: item(statisticsAnswer),
    table: { actions: ['Query'] },
  },
  recordClick: {
    method: 'POST',
    path: '/tracking/ref/{code}',
    summary: 'Record a click on a tracking link',
    description:
      '`counted` is false with `reason` bot or preview (what fetches pages to show what a link leads to), inactive (the ' +
      'creator is paused or banned, or the campaign is not active) or duplicate (the same visitor and code within the ' +
      'hour of a click that counts: 200, and the id of that click). Who repeats is told within one UTC day.',
    access: adminOnly,
    params: trackingParams,
    body: recordInput,
    answer: createdOrRepeated(recordAnswer),
    table: { actions: ['BatchGetItem', 'UpdateItem', 'PutItem'] },
  },
  followLink: {
    method: 'GET',
    head: true,
    path: '/tracking/ref/{code}',
    summary: 'The tracking link that people follow',
    description:
      'Redirects to the landing page of the campaign or the brand, with `clickId` and `ref` added to its query. HEAD ' +
      'redirects and is counted as filtered. Query parameters that are not its own are ignored. A change of the creator, the ' +
      'campaign or the landing page reaches the link within a minute.',
    access: 'public',
    params: trackingParams,
    query: linkQuery,
    answer: redirect(),
    throttle: 'wide',
    table: { actions: ['GetItem', 'BatchGetItem', 'UpdateItem', 'PutItem'] },
  },
});
