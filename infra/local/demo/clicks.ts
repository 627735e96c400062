import type { Brand } from '#lib/access/brands/schema.ts';
import { deviceOf, filterReasonByUserAgent } from '#lib/clicks/tracking/rules/filters.ts';
import { type Click, newClick, parseClickId, recordedAt } from '#lib/clicks/tracking/rules/visit.ts';
import { unknownVisitor, visitorById } from '#lib/clicks/tracking/rules/visitors.ts';
import { addSeconds, secondsPerHour } from '#lib/foundation/shared/dates.ts';
import { earns } from '#lib/program/affiliates/rules/status.ts';
import { isRunning } from '#lib/program/campaigns/rules/running.ts';
import type { Creations } from './creations.ts';
import type { Random } from './random.ts';

const visitors = 110;
const repeatedAfterSeconds = [5, 1500] as const;
const shares = { bots: 0.06, repeats: 0.08, campaigns: 0.6, unknownVisitors: 0.1 } as const;

const browsers = [
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/604.1',
] as const;
const botBrowser = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const countries = ['DE', 'US', 'FR', null] as const;
const referrers = ['www.instagram.com', 'www.youtube.com', 'www.tiktok.com', null] as const;

/** Returns clicks sorted by time, including bots, duplicates, and clicks on links of inactive creators. */
export function createClicks(
  brand: Brand,
  creations: Creations,
  random: Random,
  { times, now }: { readonly times: readonly Date[]; readonly now: Date },
): readonly Click[] {
  const anHourAgo = addSeconds(now, -secondsPerHour).getTime();
  const first = times.map((at) => clickAt(at, brand, creations, random));
  const repeats = first
    .filter(({ id }) => random.next() < shares.repeats && parseClickId(id).at < anHourAgo)
    .map((click): Click => {
      const at = addSeconds(new Date(recordedAt(click)), random.between(...repeatedAfterSeconds));
      return newClick(click, { visitSuffix: parseClickId(click.id).visitSuffix, visitor: click.visitor }, at);
    });
  return [...first, ...repeats].sort((one, other) => (one.id < other.id ? -1 : 1));
}

function clickAt(at: Date, brand: Brand, { affiliates, members }: Creations, random: Random): Click {
  const existingAffiliates = affiliates.filter(({ createdAt }) => Date.parse(createdAt) < at.getTime());
  const affiliate = existingAffiliates[Math.floor(existingAffiliates.length * random.next() ** 1.6)];
  if (affiliate === undefined) throw new Error('No creator exists at the time of the click');
  const memberships = members.filter((member) => member.affiliate === affiliate && member.at < at);
  const running = memberships.filter(({ campaign }) => isRunning(campaign, brand.timezone, at));
  const campaign = random.next() < shares.campaigns ? random.pick(running)?.campaign : undefined;
  const isUnknownVisitor = random.next() < shares.unknownVisitors;
  const userAgent = random.next() < shares.bots ? botBrowser : random.pick(browsers);
  const input = {
    brandId: brand.id,
    affiliateId: affiliate.id,
    trackingCode: affiliate.trackingCode,
    campaignId: campaign?.id ?? null,
    filtered: filterReasonByUserAgent({
      userAgent,
      creatorEarns: earns(affiliate.status),
    }),
    device: deviceOf(userAgent),
    country: random.pick(countries) ?? null,
    referrerHost: random.pick(referrers) ?? null,
  };
  const visitorId = `visitor-${random.between(1, visitors)}`;
  const fingerprint = isUnknownVisitor
    ? unknownVisitor((count) => Uint8Array.from({ length: count }, () => random.between(0, 255)))
    : visitorById(brand.id, affiliate.trackingCode, visitorId);
  return newClick(input, fingerprint, at);
}
