// Builds the click that a brand's server reports.
import { earns } from '#lib/affiliates/rules/status.ts';
import { isReleased, linkCodeOf } from '#lib/affiliates/rules/tracking-code.ts';
import { storedTrackingTarget } from '#lib/affiliates/schema/affiliate.ts';
import type { Brand } from '#lib/brands/schema.ts';
import { campaignOfClick } from '#lib/campaigns/rules/running.ts';
import { type Campaign, storedCampaign } from '#lib/campaigns/schema.ts';
import type { Attempt } from '#lib/idempotency/rules/attempt.ts';
import { notFound, unknownReference } from '#lib/shared/errors.ts';
import { parseRawBody, type RawBody } from '#lib/shared/raw-body.ts';
import type { Item } from '#lib/table/keys/item.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { planReads } from '#lib/table/keys/read-plan.ts';
import { deviceOf, filterReasonByUserAgent, referrerHost } from '#lib/tracking/rules/filters.ts';
import { type Click, newClick, tokenByteCount, tokenFrom } from '#lib/tracking/rules/visit.ts';
import { unknownVisitor, visitorById } from '#lib/tracking/rules/visitors.ts';
import { recordInput, trackingParams } from '#lib/tracking/schema/click.ts';

interface ClickReport {
  readonly campaignId?: string | undefined;
  readonly visitorId?: string | undefined;
  readonly userAgent?: string | undefined;
  readonly referrer?: string | undefined;
  readonly country?: string | undefined;
}

interface RawRequest extends RawBody {
  readonly pathParameters?: Readonly<Record<string, string | undefined>> | undefined;
}

/** Plans no reads for an invalid code, because such a code could exceed the maximum length of a key. */
export function prefetchTarget(request: RawRequest, brandId: string) {
  const { code } = trackingParams.safeParse(request.pathParameters).data ?? {};
  const { campaignId } = parseRawBody(recordInput, request) ?? {};
  return planReads({
    target: code === undefined ? undefined : keys.trackingCode(linkCodeOf(brandId, code)),
    campaign:
      code === undefined || campaignId === undefined ? undefined : keys.item(brandId, 'campaign', campaignId),
  });
}

type TargetItems = ReturnType<ReturnType<typeof prefetchTarget>['parse']>;

/** Returns the same click in every attempt. Throws a 404 for an unknown code and a 400 for an unknown campaign. */
export function reportedClick(
  report: ClickReport,
  { target, campaign }: TargetItems,
  brand: Brand,
  { begunAt, randomBytes }: Attempt,
): Click {
  const unknownCode = () => notFound('trackingCode');
  if (target === undefined || isReleased(target, begunAt)) throw unknownCode();
  const { affiliateId, brandId, trackingCode, status } = storedTrackingTarget.parse(target);
  if (brandId !== brand.id) throw unknownCode();
  const { campaignId, visitorId, userAgent, referrer, country = null } = report;
  const input = {
    brandId,
    affiliateId,
    trackingCode,
    ...campaignOfClick(campaignId === undefined ? null : knownCampaign(campaign), brand.timezone, begunAt),
    filtered: filterReasonByUserAgent({ userAgent, creatorEarns: earns(status) }),
    device: deviceOf(userAgent),
    country,
    referrerHost: referrerHost(referrer),
  };
  const visitor =
    visitorId === undefined
      ? unknownVisitor((count) => randomBytes('visitor', count))
      : visitorById(brandId, trackingCode, visitorId);
  return newClick(input, visitor, begunAt, tokenFrom(randomBytes('token', tokenByteCount)));
}

function knownCampaign(item: Item | undefined): Campaign {
  if (item === undefined) throw unknownReference('campaignId', 'campaign');
  return storedCampaign.parse(item);
}
