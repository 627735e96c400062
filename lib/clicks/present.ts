// What became of a click, as the API answers it.
import type * as z from 'zod';
import type { Click, recordAnswer } from './schema.ts';
import type { Recorded } from './store.ts';

/** A repeat answers with the id and the time of the click that it repeats. */
export function presentClick(click: Click, recorded: Recorded): z.input<typeof recordAnswer> {
  const { affiliateId, trackingCode } = click;
  const reason = recorded.counted ? null : recorded.reason;
  const shown =
    !recorded.counted && recorded.reason === 'duplicate'
      ? recorded.first
      : { clickId: click.id, campaignId: click.campaignId, recordedAt: click.recordedAt };
  const { clickId, campaignId, recordedAt } = shown;
  return { clickId, affiliateId, trackingCode, campaignId, recordedAt, counted: recorded.counted, reason };
}
