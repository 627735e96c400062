// Recording a click that a brand's server reports.
import { earns } from '#lib/affiliates/rules/status.ts';
import type { Brand } from '#lib/brands/schema.ts';
import { storedCampaign } from '#lib/campaigns/schema.ts';
import type { Attempt } from '#lib/idempotency/rules/attempt.ts';
import { invalidField } from '#lib/shared/errors.ts';
import { type RawBody, uncheckedBody } from '#lib/shared/unchecked-body.ts';
import type { Item } from '#lib/table/keys/item.ts';
import { type Key } from '#lib/table/keys/item.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { deviceOf, filterOf, referrerHost } from '#lib/tracking/rules/filters.ts';
import { bytesOfToken, type Click, newClick, tokenFrom } from '#lib/tracking/rules/visit.ts';
import { namedVisitor, unknownVisitor } from '#lib/tracking/rules/visitors.ts';
import { recordInput, trackingParams } from '#lib/tracking/schema/click.ts';
import { parseTarget, targetKey, unknownCode } from './targets.ts';

interface Report {
  readonly campaignId?: string | undefined;
  readonly visitorId?: string | undefined;
  readonly userAgent?: string | undefined;
  readonly referrer?: string | undefined;
  readonly country?: string | undefined;
}

interface RawRequest extends RawBody {
  readonly pathParameters?: Readonly<Record<string, string | undefined>> | undefined;
}

/**
 * What a report needs is read together with its caller, before its input is checked: the code's target and the campaign.
 * Nothing is decided by that yet. A code that is none is not looked for (it may be longer than a key can be).
 */
export function neededFor(request: RawRequest, brandId: string): readonly Key[] {
  const params = trackingParams.safeParse(request.pathParameters);
  if (!params.success) return [];
  const { campaignId } = uncheckedBody(recordInput, request) ?? {};
  return [
    targetKey(params.data.code),
    ...(campaignId === undefined ? [] : [keys.item(brandId, 'campaign', campaignId)]),
  ];
}

/**
 * The click that a report makes: at each attempt the same one. 404 for a code that is not this brand's, 400 for a campaign it
 * does not have.
 */
export function reportedClick(
  report: Report,
  prefetched: readonly (Item | undefined)[],
  brand: Brand,
  { begunAt, randomBytes: bytes }: Attempt,
): Click {
  const { affiliateId, brandId, trackingCode, status } = parseTarget(prefetched[0]);
  if (brandId !== brand.id) throw unknownCode();
  const { campaignId = null, visitorId, userAgent, referrer, country = null } = report;
  const campaignRuns = campaignId === null || isRunning(campaignId, prefetched);
  const occasion = {
    brandId,
    affiliateId,
    trackingCode,
    campaignId,
    filtered: filterOf({ userAgent, creatorEarns: earns(status), campaignRuns }),
    device: deviceOf(userAgent),
    country,
    referrerHost: referrerHost(referrer),
  };
  const trace =
    visitorId === undefined
      ? unknownVisitor((count) => bytes('visitor', count))
      : namedVisitor(brandId, trackingCode, visitorId);
  return newClick(occasion, trace, begunAt, tokenFrom(bytes('token', bytesOfToken)));
}

/** What was asked for by the same id, and not found, does not exist. */
function isRunning(campaignId: string, prefetched: readonly (Item | undefined)[]): boolean {
  const found = prefetched.find((item) => item?.type === 'campaign' && item.id === campaignId);
  if (found === undefined) throw invalidField('campaignId', 'Campaign not found');
  return storedCampaign.parse(found).status === 'active';
}
