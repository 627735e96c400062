// Defines the endpoints of tracking.

import {
  linkParams,
  linkQuery,
  recordAnswer,
  recordInput,
  trackingParams,
} from '#lib/clicks/tracking/schema/click.ts';
import { createdOrUnchanged, redirect } from '#lib/foundation/contract/answer.ts';
import { adminOnly, defineRoutes } from '#lib/foundation/contract/route.ts';

export const tracking = defineRoutes('tracking', {
  recordClick: {
    method: 'POST',
    path: '/tracking/ref/{code}',
    summary: 'Record a click',
    description:
      'Records a click that your server received. Send the code as the link has it (`acme.ada`), or alone; a prefix of another ' +
      'brand is a 404. `counted` is false if the click does not count, and `reason` says why: ' +
      '`bot`, `preview` (a service that fetches a page to show a link preview), `inactive` (the creator is paused or banned) ' +
      'or `duplicate` (the same visitor clicked the same code within an hour after a counted ' +
      'click). A duplicate returns 200 with the id of the counted click. Duplicates are detected within one UTC day. A report has ' +
      'no address, so it is never `suspicious`.',
    access: adminOnly,
    scope: 'tracking:write',
    params: trackingParams,
    body: recordInput,
    answer: createdOrUnchanged(recordAnswer),
    errors: ['tracking_code_not_found', 'reference_not_found'],
    table: { actions: ['BatchGetItem', 'UpdateItem', 'PutItem'] },
  },
  followLink: {
    method: 'GET',
    head: true,
    path: '/tracking/ref/{code}',
    summary: 'Follow a tracking link',
    description:
      'Records a click and redirects to the landing page of the campaign or the brand, with `clickId` and `ref` added to its ' +
      'query. A landing page with an own `ref` keeps it, and receives `affiliateRef`. Other query parameters of the link, such as ' +
      '`utm_source`, are passed on. A HEAD request redirects too, but its click does not count. Changes of ' +
      'the creator, the campaign, the landing page or the subscription take effect within a minute. An unknown link is a 404, ' +
      'a link of a brand with a canceled subscription a 410. Both record nothing. A browser, which names `text/html` in ' +
      '`Accept`, receives errors as a short page; programs receive JSON.',
    access: 'public',
    params: linkParams,
    query: linkQuery,
    answer: redirect(),
    throttle: 'high',
    errors: ['tracking_code_not_found', 'landing_page_not_found', 'link_inactive'],
    table: { actions: ['GetItem', 'BatchGetItem', 'UpdateItem', 'PutItem'] },
  },
});
