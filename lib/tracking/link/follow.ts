// Following a link: the click is recorded, and the visitor redirected whatever becomes of that, within 300 ms.
import { normalizeTrackingCode, trackingCodePattern } from '#lib/affiliates/rules/tracking-code.ts';
import { environment } from '#lib/shared/environment.ts';
import { notFound } from '#lib/shared/errors.ts';
import { logger } from '#lib/shared/logger.ts';
import type { Meter } from '#lib/table/meter.ts';
import { prepareUpdate, putItem, updateItem } from '#lib/tracking/link/minimal-client.ts';
import { type Deadline, withDeadline } from '#lib/tracking/link/table-call.ts';
import { deviceOf, filterFor, isPrefetch, machineOf, referrerHost } from '#lib/tracking/rules/filters.ts';
import { type Click, newClick } from '#lib/tracking/rules/visit.ts';
import { passingVisitor, unknownVisitor } from '#lib/tracking/rules/visitors.ts';
import {
  notStored,
  overflowItem,
  recordingExpressions,
  recordingValues,
} from '#lib/tracking/writes/visits.ts';
import type { LinkTarget } from './target.ts';
import { linkTarget, shareOfReading } from './target-cache.ts';
import { remembered } from './text-cache.ts';

/** Someone on a link; nothing of it is checked yet. */
interface Following {
  readonly params: { readonly code?: string | undefined };
  readonly query: { readonly campaignId?: string | undefined };
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly method: string;
  readonly sourceIp: string;
  readonly userAgent: string | undefined;
  readonly now: Date;
  /** What is asked of the table is counted by it. */
  readonly meter: Meter;
}

const campaignPattern = /^cmp_[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
const countryPattern = /^[A-Z]{2}$/;

/** Where the visitor goes. A 404 for an unknown code, and where neither campaign nor brand has a landing page. */
export async function followLink(following: Following): Promise<{ location: string }> {
  const allowance = withDeadline(environment.LINK_TABLE_MILLISECONDS, following);
  const { code = '' } = following.params;
  if (!trackingCodePattern.test(code)) throw notFound('Tracking code');
  const { campaignId = '' } = following.query;
  const named = campaignPattern.test(campaignId) ? campaignId : undefined;
  const target = await linkTarget(normalizeTrackingCode(code), named, following.now, allowance);
  if (target.location === null) throw notFound('Landing page');
  const click = clickOf(following, target);
  await storeOrLog(click, timeToStore(allowance));
  const [before, after] = target.location;
  return { location: before + click.id + after };
}

/** What is left, and where the target had to be read for the first time, as much as there is after reading one again. */
function timeToStore(allowance: Deadline): Deadline {
  const least = performance.now() + environment.LINK_TABLE_MILLISECONDS * (1 - shareOfReading);
  return allowance.until >= least ? allowance : { ...allowance, until: least };
}

const browserOf = remembered((userAgent) => ({
  machine: machineOf(userAgent),
  device: deviceOf(userAgent),
}));
const pageOf = remembered((referrer) => ({ host: referrerHost(referrer) }));

function clickOf(following: Following, target: LinkTarget): Click {
  const { userAgent = '', headers, method, sourceIp, now } = following;
  const { brandId, affiliateId, trackingCode, campaignId, creatorEarns, campaignRuns, salt } = target;
  const { machine, device } = browserOf(userAgent);
  const filtered = filterFor(machine, {
    creatorEarns,
    campaignRuns,
    isHead: method === 'HEAD',
    isPrefetch: isPrefetch(headers),
  });
  const country = countryIn(headers);
  const { host } = pageOf(headers.referer ?? '');
  const facts = {
    brandId,
    affiliateId,
    trackingCode,
    campaignId,
    filtered,
    device,
    country,
    referrerHost: host,
  };
  const trace =
    salt === undefined ? unknownVisitor() : passingVisitor(salt, trackingCode, sourceIp, userAgent);
  return newClick(facts, trace, now);
}

const { COUNTRY_HEADER: countryHeader, CLICK_RETENTION_DAYS: retentionDays } = environment;

function countryIn(headers: Following['headers']): string | null {
  const country = countryHeader === undefined ? undefined : headers[countryHeader];
  return country !== undefined && countryPattern.test(country) ? country : null;
}

const updates = {
  ofKnown: prepareUpdate(recordingExpressions({ visitor: '' })),
  ofUnknown: prepareUpdate(recordingExpressions({ visitor: null })),
};

async function store(click: Click, allowance: Deadline): Promise<void> {
  const update = click.visitor === null ? updates.ofUnknown : updates.ofKnown;
  const isStored = await updateItem(update, recordingValues(click, retentionDays), allowance);
  if (!isStored) await putItem(overflowItem(click, retentionDays), allowance);
}

/** A click that cannot be stored in time goes to the log, whole, so that it can be stored from there. */
async function storeOrLog(click: Click, allowance: Deadline): Promise<void> {
  try {
    await store(click, allowance);
  } catch (error) {
    logger.countEvent('ClickNotStored');
    logger.error(notStored, { click, failure: error instanceof Error ? error.message : 'unknown' });
  }
}
