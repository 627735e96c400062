// Statistics of clicks, and reports.
import { clickNotStored } from '#lib/tracking/rules/log-messages.ts';
import { newClick } from '#lib/tracking/rules/visit.ts';
import { visitorById } from '#lib/tracking/rules/visitors.ts';
import { clientOfBrand } from '../brand.ts';
import { factOf, type Rehearsal, type Scenario } from '../rehearsal.ts';

/** Two months ago, because a repair needs a month whose last click is older than 25 hours. */
function timeOfClick(): Date {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 2, 15));
}

/** Writes the line that the function of the link writes when the table does not accept a click. */
async function logClick(rehearsal: Rehearsal): Promise<void> {
  const at = timeOfClick();
  rehearsal.facts.set('month', at.toISOString().slice(0, 7));
  const { get } = await clientOfBrand(rehearsal);
  const { data } = await get('/affiliates?limit=1');
  const [{ id: affiliateId, trackingCode }] = data;
  const brandId = factOf(rehearsal, 'brand');
  const target = { brandId, affiliateId, trackingCode, campaignId: null, filtered: null };
  const click = newClick(
    { ...target, device: 'mobile', country: null, referrerHost: null },
    visitorById(brandId, trackingCode, 'visitor'),
    at,
  );
  const message = JSON.stringify({ level: 'ERROR', message: clickNotStored, click, failure: 'rehearsal' });
  const stream = { logGroupName: factOf(rehearsal, 'logGroup'), logStreamName: 'rehearsal' };
  await rehearsal.tools.aws('logs', 'create_log_stream', stream);
  const logEvents = [{ timestamp: Date.now(), message }];
  await rehearsal.tools.aws('logs', 'put_log_events', { ...stream, logEvents });
}

export const statistics: Scenario = {
  title: 'Statistics of clicks',
  steps: [
    { does: 'the table does not accept a click of an earlier month', work: logClick },
    { block: 'clicks-not-stored, step 1', shows: [/"ApproximateNumberOfMessages": "\d+"/] },
    { block: 'clicks-not-stored, step 2', shows: [/^ *1$/m] },
    // The function that reads the log may have stored it before.
    { block: 'clicks-not-stored, step 3', shows: [/Stored [01] clicks/, /other lines +0/] },
    {
      block: '15 Rebuilding click statistics, step 1',
      replace: { '2026-11': '<month>' },
      // Clicks, rollups, differences, still moving.
      shows: [/^\d{4}-\d\d +1 +\d+ +0 +0$/m],
    },
    {
      block: '15 Rebuilding click statistics, step 3',
      replace: { '2026-11': '<month>' },
      shows: [/Repaired 0 rollups/],
    },
    { block: 'Reports, step 1', shows: [/Corrected 0 rollups/, /still moving +0\b/] },
    { block: 'Exports, step 1', shows: [] },
  ],
};
