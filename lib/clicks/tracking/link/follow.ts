// Records the click on a tracking link and redirects the visitor.

import { brandTime } from '#lib/access/brands/rules/clock.ts';
import { withDeadline } from '#lib/clicks/tracking/link/table-call.ts';
import {
  detectMachine,
  deviceOf,
  filterReasonFor,
  isPaidSearch,
  isPrefetch,
  referrerHost,
} from '#lib/clicks/tracking/rules/filters.ts';
import {
  campaignIdIn,
  type Parameter,
  parametersOf,
  withLinkQuery,
} from '#lib/clicks/tracking/rules/location.ts';
import { type SubIds, subIdsIn } from '#lib/clicks/tracking/rules/sub-ids.ts';
import { type Click, newClick } from '#lib/clicks/tracking/rules/visit.ts';
import { unknownVisitor, visitorBehindAddress } from '#lib/clicks/tracking/rules/visitors.ts';
import { DomainError } from '#lib/foundation/shared/errors.ts';
import { linkEnvironment } from '#lib/foundation/shared/link-environment.ts';
import type { Meter } from '#lib/foundation/table/meter.ts';
import { codeInLink, linkCodePattern } from '#lib/program/affiliates/rules/tracking-code.ts';
import { campaignOfClick } from '#lib/program/campaigns/rules/running.ts';
import { destinationOf } from './destination.ts';
import { storeOrLog } from './store-click.ts';
import { type LinkTarget, unknownCode } from './target.ts';
import { cachedLinkTarget } from './target-cache.ts';
import { cached } from './text-cache.ts';

interface LinkRequest {
  readonly params: { readonly code?: string | undefined };
  /** Undecoded. */
  readonly rawQuery: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly method: string;
  readonly sourceIp: string;
  readonly country: string | undefined;
  readonly userAgent: string | undefined;
  readonly now: Date;
  readonly meter: Meter;
}

const campaignPattern = /^cmp_[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
const countryPattern = /^[A-Z]{2}$/;

/** Throws a 404 if the code is unknown or the link has no landing page, and a 410 if the brand has canceled its subscription. */
export async function followLink(request: LinkRequest): Promise<{ location: string }> {
  const deadline = withDeadline(linkEnvironment.LINK_TABLE_MILLISECONDS, request);
  const code = codeInLink(request.params.code ?? '');
  if (!linkCodePattern.test(code)) throw unknownCode();
  const query = parametersOf(request.rawQuery);
  const campaignId = campaignIdIn(query);
  const validCampaignId = campaignPattern.test(campaignId) ? campaignId : undefined;
  const target = await cachedLinkTarget(code, validCampaignId, request.now, deadline);
  const { linkTexts } = target;
  if (target.isCanceled)
    throw new DomainError('gone', 'link_inactive', 'This link is no longer active', { linkTexts });
  const destination = destinationOf(query, target);
  if (destination === null)
    throw new DomainError('notFound', 'landing_page_not_found', 'Landing page not found', { linkTexts });
  const click = newLinkClick(request, query, target);
  await storeOrLog(click, deadline);
  const [before, after] = destination;
  return { location: withLinkQuery(before + click.id + after, query) };
}

const browserOfUserAgent = cached((userAgent) => ({
  machine: detectMachine(userAgent),
  device: deviceOf(userAgent),
}));
const pageOfReferrer = cached((referrer) => ({ host: referrerHost(referrer) }));

/** The address of a click takes precedence over its link. */
const subIdsOf = ({ subIds }: LinkTarget, query: readonly Parameter[]): SubIds | undefined =>
  subIds === undefined ? subIdsIn(query) : { ...subIds, ...subIdsIn(query) };

function newLinkClick(request: LinkRequest, query: readonly Parameter[], target: LinkTarget): Click {
  const { userAgent = '', headers, method, sourceIp } = request;
  const now = brandTime(target, request.now);
  const { brandId, affiliateId, trackingCode, creatorEarns, salt, maxUniqueClicks } = target;
  const { machine, device } = browserOfUserAgent(userAgent);
  const filtered = filterReasonFor(machine, {
    creatorEarns,
    isHead: method === 'HEAD',
    isPrefetch: isPrefetch(headers),
  });
  const country = countryPattern.test(request.country ?? '') ? (request.country ?? null) : null;
  const { host } = pageOfReferrer(headers.referer ?? '');
  const input = {
    brandId,
    affiliateId,
    trackingCode,
    // Decided for each click, because a cached target may be older than the start or the end of the campaign.
    ...campaignOfClick(target.campaign, target.timezone, now),
    filtered,
    device,
    country,
    referrerHost: host,
    subIds: subIdsOf(target, query),
    isPaid: isPaidSearch(request.rawQuery, headers.referer),
    ...(target.linkId !== undefined && { linkId: target.linkId }),
  };
  const fingerprint =
    salt === undefined
      ? unknownVisitor()
      : visitorBehindAddress(salt, trackingCode, { address: sourceIp, userAgent, maxUniqueClicks });
  return newClick(input, fingerprint, now);
}
