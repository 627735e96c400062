// The endpoints of tracking.

import { statisticsAnswer, statisticsQuery } from '#lib/click-statistics/schema.ts';
import { createdOrUnchanged, item, redirect } from '#lib/contract/answer.ts';
import { adminOnly, anyRole, defineRoutes } from '#lib/contract/route.ts';
import { linkQuery, recordAnswer, recordInput, trackingParams } from '#lib/tracking/schema/click.ts';

export const tracking = defineRoutes('tracking', {
  statistics: {
    method: 'GET',
    path: '/tracking/clicks',
    summary: 'Get click statistics by day, and by what else they are grouped by',
    description:
      '`from` and `to` are inclusive; by default the last 30 days, at most 366. A click shows within 5 seconds. Days are ' +
      'those of `timezone`, cut at whole UTC hours: exact where the zone’s offset is whole hours; where it is not, a day ' +
      'begins with the first UTC hour that begins on it, up to 45 minutes after midnight. Who a visitor is, and what ' +
      'repeats, is told within one UTC day: on the next one a visitor is another one. A visitor counts in the hour of the ' +
      'first click of the UTC day. Of referrers, an hour, a day and a month keep 1,000 hosts each (200 of a creator), ' +
      'chosen by their hash; the clicks of all others are among `otherGroups`.',
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
    answer: createdOrUnchanged(recordAnswer),
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
