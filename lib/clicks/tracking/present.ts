// Converts a recorded click to its API response.
import type * as z from 'zod';
import type { Verdict } from '#lib/clicks/tracking/rules/verdicts.ts';
import { type Click, clickId, parseClickId } from '#lib/clicks/tracking/rules/visit.ts';
import type { recordAnswer } from '#lib/clicks/tracking/schema/click.ts';

export function presentClick(
  click: Click,
  { entry, reason, repeats }: Verdict,
): z.input<typeof recordAnswer> {
  const { affiliateId, trackingCode } = click;
  const { at, campaignId, subIds = null, linkId = null } = repeats ?? entry;
  return {
    clickId: clickId(at, parseClickId(click.id).visitSuffix),
    affiliateId,
    trackingCode,
    campaignId,
    subIds,
    linkId,
    recordedAt: new Date(at).toISOString(),
    counted: reason === null,
    reason,
  };
}
