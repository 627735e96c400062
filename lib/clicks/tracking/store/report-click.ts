// Builds the click that a brand's server reports.

import type { Brand } from '#lib/access/brands/schema.ts';
import {
  deviceOf,
  filterReasonByUserAgent,
  isPaidSearch,
  referrerHost,
} from '#lib/clicks/tracking/rules/filters.ts';
import { codeInPlaces, placesOfCode } from '#lib/clicks/tracking/rules/reported-code.ts';
import type { SubIds } from '#lib/clicks/tracking/rules/sub-ids.ts';
import { type Click, newClick, tokenByteCount, tokenFrom } from '#lib/clicks/tracking/rules/visit.ts';
import { unknownVisitor, visitorById } from '#lib/clicks/tracking/rules/visitors.ts';
import { recordInput, trackingParams } from '#lib/clicks/tracking/schema/click.ts';
import type { Attempt } from '#lib/foundation/idempotency/rules/attempt.ts';
import { unknownReference } from '#lib/foundation/shared/errors.ts';
import { parseRawBody, type RawBody } from '#lib/foundation/shared/raw-body.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { planReads } from '#lib/foundation/table/keys/read-plan.ts';
import { earns } from '#lib/program/affiliates/rules/status.ts';
import { type ClickedCampaign, campaignOfClick, wasActive } from '#lib/program/campaigns/rules/running.ts';
import { storedCampaign } from '#lib/program/campaigns/schema.ts';
import { readReportedTarget } from './reported-target.ts';

interface ClickReport {
  readonly campaignId?: string | undefined;
  readonly visitorId?: string | undefined;
  readonly userAgent?: string | undefined;
  readonly referrer?: string | undefined;
  readonly url?: string | undefined;
  readonly country?: string | undefined;
  readonly subIds?: SubIds | undefined;
}

interface RawRequest extends RawBody {
  readonly pathParameters?: Readonly<Record<string, string | undefined>> | undefined;
}

/** Plans no reads for an invalid code, because such a code could exceed the maximum length of a key. */
export function prefetchTarget(request: RawRequest, brandId: string) {
  const { code } = trackingParams.safeParse(request.pathParameters).data ?? {};
  const { campaignId } = parseRawBody(recordInput, request) ?? {};
  const { own, shared, prefix } = code === undefined ? {} : placesOfCode(brandId, code);
  return planReads({
    own,
    shared,
    prefix,
    campaign:
      code === undefined || campaignId === undefined ? undefined : keys.item(brandId, 'campaign', campaignId),
  });
}

type TargetItems = ReturnType<ReturnType<typeof prefetchTarget>['parse']>;

/** Returns the same click in every attempt. Throws a 404 for an unknown code and a 400 for an unknown campaign. */
export async function reportedClick(
  code: string,
  report: ClickReport,
  { campaign: named, ...items }: TargetItems,
  brand: Brand,
  { begunAt, randomBytes }: Attempt,
): Promise<Click> {
  const { id: brandId } = brand;
  const target = await readReportedTarget(codeInPlaces(brandId, code, items), brand, begunAt);
  const { affiliateId, trackingCode, status, linkId } = target;
  const { campaignId, visitorId, userAgent, referrer, url = '', country = null } = report;
  const ofLink = target.campaign && clickedCampaign(target.campaign, begunAt);
  const campaign = campaignId === undefined ? (ofLink ?? null) : clickedCampaign(named, begunAt);
  const input = {
    brandId,
    affiliateId,
    trackingCode,
    ...campaignOfClick(campaign, brand.timezone, begunAt),
    filtered: filterReasonByUserAgent({ userAgent, creatorEarns: earns(status) }),
    device: deviceOf(userAgent),
    country,
    referrerHost: referrerHost(referrer),
    subIds: target.subIds ? { ...target.subIds, ...report.subIds } : report.subIds,
    isPaid: isPaidSearch(url.slice(url.indexOf('?') + 1), referrer),
    ...(linkId !== undefined && { linkId }),
  };
  const visitor =
    visitorId === undefined
      ? unknownVisitor((count) => randomBytes('visitor', count))
      : visitorById(brandId, trackingCode, visitorId);
  return newClick(input, visitor, begunAt, tokenFrom(randomBytes('token', tokenByteCount)));
}

function clickedCampaign(item: Item | undefined, at: Date): ClickedCampaign {
  if (item === undefined) throw unknownReference('campaignId', 'campaign');
  const campaign = storedCampaign.parse(item);
  return { ...campaign, isActive: wasActive(campaign, at) };
}
