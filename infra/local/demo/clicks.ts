// The clicks on a demo brand's tracking links in the last 30 days.
import { earns } from '#lib/affiliates/rules.ts';
import type { Brand } from '#lib/brands/schema.ts';
import { filterOf, namedVisitor } from '#lib/clicks/rules.ts';
import type { Click } from '#lib/clicks/schema.ts';
import { afterSeconds, hours } from '#lib/shared/dates.ts';
import { newId } from '#lib/shared/ids.ts';
import { type Creations, daysBefore } from './creations.ts';
import type { Chance } from './random.ts';

const clicksOfBrand = 220;
const days = 29;
const visitors = 110;
const repeatedAfterSeconds = [5, 1500] as const;
const shareOf = { bots: 0.06, repeats: 0.08, campaigns: 0.6, resting: 0.15, strangers: 0.1 } as const;

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const robot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const referrers = ['www.instagram.com', 'www.youtube.com', 'www.tiktok.com', null] as const;

/** Oldest first. Some are of bots, some on links of creators or campaigns that rest, some the same visitor's again. */
export function clicksOf(brand: Brand, creations: Creations, chance: Chance, now: Date): readonly Click[] {
  const times = Array.from({ length: clicksOfBrand }, () => daysBefore(now, days * chance.next()));
  const anHourAgo = afterSeconds(now, -hours).toISOString();
  const first = times.map((at) => clickAt(at, brand, creations, chance));
  const repeats = first
    .filter(({ recordedAt }) => chance.next() < shareOf.repeats && recordedAt < anHourAgo)
    .map((click): Click => {
      const at = afterSeconds(new Date(click.recordedAt), chance.between(...repeatedAfterSeconds));
      return { ...click, id: newId('click', at), recordedAt: at.toISOString() };
    });
  return [...first, ...repeats].sort((one, other) => one.recordedAt.localeCompare(other.recordedAt));
}

function clickAt(at: Date, brand: Brand, { affiliates, members }: Creations, chance: Chance): Click {
  const present = affiliates.filter(({ createdAt }) => Date.parse(createdAt) < at.getTime());
  const affiliate = present[Math.floor(present.length * chance.next() ** 1.6)];
  if (affiliate === undefined) throw new Error('No creator is old enough to have a link');
  const own = members.filter((member) => member.affiliate === affiliate && member.at < at);
  const isResting = chance.next() < shareOf.resting;
  const fitting = own.filter(({ campaign }) => (campaign.status === 'active') !== isResting);
  const campaign = chance.next() < shareOf.campaigns ? chance.pick(fitting)?.campaign : undefined;
  const isStranger = chance.next() < shareOf.strangers;
  return {
    type: 'click',
    id: newId('click', at),
    brandId: brand.id,
    affiliateId: affiliate.id,
    trackingCode: affiliate.trackingCode,
    campaignId: campaign?.id ?? null,
    visitor: isStranger ? null : namedVisitor(brand.id, `visitor-${chance.between(1, visitors)}`),
    recordedAt: at.toISOString(),
    filtered: filterOf({
      userAgent: chance.next() < shareOf.bots ? robot : browser,
      creatorEarns: earns(affiliate.status),
      campaignRuns: campaign === undefined || campaign.status === 'active',
    }),
    referrerHost: chance.pick(referrers),
  };
}
