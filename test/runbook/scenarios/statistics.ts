// Clicks that were not stored, figures, and exports.

import { clickNotStored } from '#lib/clicks/tracking/rules/log-messages.ts';
import { newClick } from '#lib/clicks/tracking/rules/visit.ts';
import { visitorById } from '#lib/clicks/tracking/rules/visitors.ts';
import { addSeconds, secondsPerDay } from '#lib/foundation/shared/dates.ts';
import { clientOfBrand } from '../brand.ts';
import { factOf, type Rehearsal, type Scenario } from '../rehearsal.ts';

/** Writes the line that the function of the link writes when the table does not accept a click. */
async function logClick(rehearsal: Rehearsal): Promise<void> {
  const at = addSeconds(new Date(), -secondsPerDay);
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
  title: 'Figures',
  steps: [
    { does: 'the table does not accept a click of yesterday', work: logClick },
    { block: 'api-errors, step 1', shows: [/click not stored/] },
    { block: 'clicks-not-stored, step 2', shows: [/^ *1$/m] },
    // The function that reads the log may have stored it before.
    { block: 'clicks-not-stored, step 3', shows: [/Stored [01] clicks/, /other lines +0/] },
    { block: 'Rebuilding figures, step 1', shows: [/\b0 differences/, /items of figures +[1-9]/] },
    { block: 'Rebuilding figures, step 3', shows: [/Corrected 0 items/, /still moving +0\b/] },
    { block: 'Exports that do not proceed, step 1', shows: [] },
  ],
};
