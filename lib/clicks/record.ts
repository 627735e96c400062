// Recording a click that a brand's server reports.
import { earns } from '#lib/affiliates/rules.ts';
import type { Brand } from '#lib/brands/schema.ts';
import { storedCampaign } from '#lib/campaigns/schema.ts';
import { invalidField } from '#lib/shared/errors.ts';
import { newId } from '#lib/shared/ids.ts';
import { getItem, type Item } from '#lib/table/client.ts';
import { type Key, keys } from '#lib/table/keys.ts';
import { filterOf, namedVisitor, referrerHost } from './rules.ts';
import { type Click, trackingParams } from './schema.ts';
import { parseTarget, targetKey, unknownCode } from './targets.ts';

interface Report {
  readonly campaignId?: string | undefined;
  readonly visitorId?: string | undefined;
  readonly userAgent?: string | undefined;
  readonly referrer?: string | undefined;
}

interface RawRequest {
  readonly pathParameters?: Readonly<Record<string, string | undefined>> | undefined;
  readonly body?: string | undefined;
  readonly isBase64Encoded: boolean;
}

/**
 * What a report needs is read together with its caller: the code's target, and the campaign, whose id is looked for in
 * the body before anyone has checked it. Nothing is decided by that: an id not found so is read later. A code that is
 * none is not looked for (it may be longer than a key can be): the request is refused by its input.
 */
export function neededFor(
  { pathParameters, body = '', isBase64Encoded }: RawRequest,
  brandId: string,
): readonly Key[] {
  const params = trackingParams.safeParse(pathParameters);
  if (!params.success) return [];
  const text = isBase64Encoded ? Buffer.from(body, 'base64').toString() : body;
  const campaignId = /"campaignId"\s*:\s*"(cmp_[0-9A-Z]{26})"/.exec(text)?.[1];
  return [
    targetKey(params.data.code),
    ...(campaignId === undefined ? [] : [keys.item(brandId, 'campaign', campaignId)]),
  ];
}

/** The click that a report makes; 404 for a code that is not this brand's, 400 for a campaign it does not have. */
export async function reportedClick(
  report: Report,
  [target, campaign]: readonly (Item | undefined)[],
  brand: Brand,
  now: Date,
): Promise<Click> {
  const { affiliateId, brandId, trackingCode, status } = parseTarget(target);
  if (brandId !== brand.id) throw unknownCode();
  const { campaignId = null, visitorId, userAgent, referrer } = report;
  const campaignRuns = campaignId === null || (await isRunning(brandId, campaignId, campaign));
  return {
    type: 'click',
    id: newId('click', now),
    brandId,
    affiliateId,
    trackingCode,
    campaignId,
    visitor: visitorId === undefined ? null : namedVisitor(brand.visitorSalt, visitorId),
    recordedAt: now.toISOString(),
    filtered: filterOf({ userAgent, creatorEarns: earns(status), campaignRuns }),
    referrerHost: referrerHost(referrer),
  };
}

async function isRunning(
  brandId: string,
  campaignId: string,
  prefetched: Item | undefined,
): Promise<boolean> {
  const isIt = prefetched?.id === campaignId;
  const found = isIt ? prefetched : await getItem(keys.item(brandId, 'campaign', campaignId));
  if (found === undefined) throw invalidField('campaignId', 'Campaign not found');
  return storedCampaign.parse(found).status === 'active';
}
