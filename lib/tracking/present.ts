// What became of a click, as the API answers it.
import type * as z from 'zod';
import type { Verdict } from '#lib/tracking/rules/verdicts.ts';
import { type Click, clickId, partsOf } from '#lib/tracking/rules/visit.ts';
import type { recordAnswer } from '#lib/tracking/schema/click.ts';

/** A repeat answers with the id, the campaign and the time of the click that it repeats. */
export function presentClick(
  click: Click,
  { entry, reason, repeats }: Verdict,
): z.input<typeof recordAnswer> {
  const { affiliateId, trackingCode } = click;
  const { at, campaignId } = repeats ?? entry;
  return {
    clickId: clickId(at, partsOf(click.id).tail),
    affiliateId,
    trackingCode,
    campaignId,
    recordedAt: new Date(at).toISOString(),
    counted: reason === null,
    reason,
  };
}
