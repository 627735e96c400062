// Compares statistics of random clicks with a simple model that counts click by click.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deviceOf } from '#lib/clicks/tracking/rules/filters.ts';
import { newClick } from '#lib/clicks/tracking/rules/visit.ts';
import { visitorBehindAddress } from '#lib/clicks/tracking/rules/visitors.ts';
import { recordClick } from '#lib/clicks/tracking/store/clicks.ts';
import { statisticsGroups } from '#lib/outlets/figures/schema/statistics.ts';
import { createCampaign, createLink, invite, patch } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { createBrand, newToken, send } from '#test/support/service.ts';
import { sized } from '#test/support/size.ts';
import { aggregate, newChanges } from '#test/support/stream.ts';

// The period covers whole and partial months, a leap day, a new year and a daylight saving change in New York.
const periodStart = Date.parse('2023-12-20T00:00:00.000Z');
const periodEnd = Date.parse('2024-03-12T23:59:59.999Z');

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const daysOfTest = 83;
const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland'] as const;
type Zone = (typeof zones)[number];

const agents = {
  bot: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  preview: 'WhatsApp/2.23.20.0 A',
  mobile:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1',
  desktop: 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0',
} as const;

interface ModelClick {
  readonly at: number;
  readonly creator: number;
  /** 0 is the active campaign, 1 is the paused one, undefined is none. */
  readonly campaign: number | undefined;
  readonly visitor: string | undefined;
  readonly country: string | undefined;
  readonly host: string | undefined;
  readonly agent: keyof typeof agents;
  readonly post: string | undefined;
  /** True for a click on the further link of the creator. */
  readonly isOnLink: boolean;
  /** The kind of request on the link; undefined is a click that the brand’s server reports. */
  readonly link: 'GET' | 'HEAD' | 'prefetch' | undefined;
}

const creatorCount = 4;
const pausedCreator = 3;
const clickFacts = {
  creator: fc.nat(creatorCount - 1),
  campaign: fc.constantFrom(undefined, undefined, 0, 0, 1),
  country: fc.constantFrom(undefined, 'DE', 'DE', 'FR', 'NZ'),
  host: fc.constantFrom(undefined, 'blog.example', 'www.video.example'),
  agent: fc.constantFrom<(keyof typeof agents)[]>('mobile', 'desktop', 'desktop', 'bot', 'preview'),
  post: fc.constantFrom(undefined, 'story', '*'),
  isOnLink: fc.boolean(),
};
/** A click on a link always has an address, so it always has a visitor. */
const channel = fc.oneof(
  fc.record({ link: fc.constant(undefined), visitor: fc.constantFrom(undefined, 'v', 'w', 'x') }),
  fc.record({
    link: fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'prefetch'),
    visitor: fc.constantFrom('198.51.100.1', '198.51.100.2'),
  }),
);

/** Generates visits of up to four clicks, often near midnight and near the full hour, to produce many duplicates. */
const visit = fc
  .record({
    day: fc.integer({ min: 0, max: daysOfTest - 1 }),
    minute: fc.oneof(fc.integer({ min: 0, max: 1439 }), fc.constantFrom(0, 1, 1379, 1380, 1438, 1439)),
    gaps: fc.array(fc.constantFrom(0, 1, 30, 59, 60, 61, 120, 1440), { minLength: 1, maxLength: 4 }),
    channel,
    facts: fc.record(clickFacts),
    /** The campaign of later clicks of the visit; undefined keeps the first one. */
    laterCampaign: fc.constantFrom(undefined, 0),
  })
  .map(({ day, minute, gaps, channel: source, facts, laterCampaign }): ModelClick[] => {
    let at = periodStart + day * 24 * hourMs + minute * minuteMs;
    return gaps.map((gap, index) => {
      at += gap * minuteMs;
      const campaign = index === 0 ? facts.campaign : (laterCampaign ?? facts.campaign);
      return { at, ...facts, ...source, campaign };
    });
  });

const clicksOfBrand = fc
  .array(visit, { minLength: 20, maxLength: 35 })
  .map((visits) => visits.flat().filter(({ at }) => at <= periodEnd))
  .map((clicks) => {
    // Keep clicks at least 1 ms apart: the order of clicks in the same millisecond is random.
    let last = 0;
    return clicks
      .toSorted((one, other) => one.at - other.at)
      .map((click): ModelClick => {
        last = Math.max(click.at, last + 1);
        return { ...click, at: last };
      });
  });

const requestPlan = fc.record({
  from: fc.integer({ min: 0, max: daysOfTest - 1 }),
  length: fc.integer({ min: 0, max: daysOfTest - 1 }),
  creator: fc.constantFrom(undefined, undefined, 0, 1, 2, 3),
  campaign: fc.constantFrom(undefined, undefined, 0, 1),
  groupBy: fc.constantFrom(undefined, ...statisticsGroups.filter((group) => !/sub[1345]/.test(group))),
});

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The Swedish locale formats dates as ISO 8601 does. */
const formats = new Map(zones.map((timeZone) => [timeZone, new Intl.DateTimeFormat('sv-SE', { timeZone })]));

const dateIn = (timeZone: Zone, { at }: ModelClick): string => formats.get(timeZone)?.format(at) ?? '';

type Reason = 'bot' | 'preview' | 'prefetch' | 'head' | 'inactive' | 'duplicate' | 'suspicious';

interface ClassifiedClick {
  readonly click: ModelClick;
  readonly reason: Reason | null;
  readonly isUnique: boolean;
}

/** A click of the paused campaign belongs to the creator without a campaign. */
const runningCampaign = ({ campaign }: ModelClick): number | undefined =>
  campaign === 1 ? undefined : campaign;

function ownReason({ creator, agent, link }: ModelClick): Reason | null {
  if (agent === 'bot' || agent === 'preview') return agent;
  if (link === 'prefetch') return 'prefetch';
  if (link === 'HEAD') return 'head';
  return creator === pausedCreator ? 'inactive' : null;
}

/** Returns the visitor of a click. On a link, the user agent is part of the visitor. */
const visitorOf = ({ link, visitor, agent }: ModelClick): string | undefined =>
  link === undefined || visitor === undefined ? visitor : `${visitor} ${agent}`;

/** The unique clicks of one address on one link and day. An address is the `visitor` of the model; it has several agents. */
const maxUniqueClicks = 1;

/** Classifies the clicks in order, independently of the service. */
function classify(clicks: readonly ModelClick[]): readonly ClassifiedClick[] {
  const lastCounted = new Map<string, number>();
  const visitorsOfAddress = new Map<string, Set<string>>();
  return clicks.map((click): ClassifiedClick => {
    const reason = ownReason(click);
    const visitor = visitorOf(click);
    if (reason !== null || visitor === undefined) return { click, reason, isUnique: reason === null };
    const visitorDay = `${visitor} on ${click.creator} ${dateOf(click.at)}`;
    if (click.link !== undefined) {
      const address = `${click.visitor} on ${click.creator} ${dateOf(click.at)}`;
      const visitors = visitorsOfAddress.get(address) ?? new Set();
      visitorsOfAddress.set(address, visitors.size < maxUniqueClicks ? visitors.add(visitor) : visitors);
      if (!visitors.has(visitor)) return { click, reason: 'suspicious', isUnique: false };
    }
    const last = lastCounted.get(visitorDay);
    if (last !== undefined && click.at - last < hourMs)
      return { click, reason: 'duplicate', isUnique: false };
    lastCounted.set(visitorDay, click.at);
    return { click, reason: null, isUnique: last === undefined };
  });
}

interface StatisticsRequest {
  readonly from: string;
  readonly to: string;
  readonly creator: number | undefined;
  readonly campaign: number | undefined;
  readonly timezone: Zone;
  readonly groupBy: string | undefined;
}

interface Ids {
  readonly creators: readonly string[];
  readonly campaigns: readonly string[];
  /** The further link of each creator. */
  readonly links: readonly string[];
}

const countsOf = (some: readonly ClassifiedClick[]) => ({
  clicks: some.filter(({ reason }) => reason === null).length,
  uniqueClicks: some.filter(({ isUnique }) => isUnique).length,
});

function keyOf(groupBy: string, click: ModelClick, ids: Ids): string | null {
  const { creator, country, agent, host, post, isOnLink } = click;
  const campaign = runningCampaign(click);
  switch (groupBy) {
    case 'affiliate':
      return ids.creators[creator] ?? null;
    case 'campaign':
      return campaign === undefined ? null : (ids.campaigns[campaign] ?? null);
    case 'country':
      return country ?? null;
    case 'device':
      return agent;
    case 'link':
      return isOnLink ? (ids.links[creator] ?? null) : null;
    case 'sub2':
      return post ?? null;
    default:
      return host ?? null;
  }
}

const compareKeys = (one: string | null, other: string | null): number =>
  (one ?? '') < (other ?? '') ? -1 : 1;

/** Counts the complete response click by click. */
function expectedStatistics(
  clicks: readonly ModelClick[],
  { from, to, creator, campaign, timezone, groupBy }: StatisticsRequest,
  ids: Ids,
) {
  const ofScope = classify(clicks).filter(
    ({ click }) =>
      (creator === undefined || click.creator === creator) &&
      (campaign === undefined || runningCampaign(click) === campaign),
  );
  const isInRange = (click: ModelClick) => dateIn(timezone, click) >= from && dateIn(timezone, click) <= to;
  const found = ofScope.filter(({ click }) => isInRange(click));
  const count = (reason: Reason) => found.filter((one) => one.reason === reason).length;
  const foundOn = Map.groupBy(found, ({ click }) => dateIn(timezone, click));
  const days: { date: string; clicks: number; uniqueClicks: number }[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += 24 * hourMs) {
    const date = dateOf(at);
    days.push({ date, ...countsOf(foundOn.get(date) ?? []) });
  }
  const counted = found.filter(({ reason }) => reason === null);
  const groupsBy = (by: string) =>
    [...Map.groupBy(counted, ({ click }) => keyOf(by, click, ids))]
      .map(([key, some]) => ({ key, ...countsOf(some) }))
      .toSorted((one, other) => other.clicks - one.clicks || compareKeys(one.key, other.key));
  const groups =
    groupBy === 'day'
      ? days.map(({ date, clicks: own, uniqueClicks }) => ({ key: date, clicks: own, uniqueClicks }))
      : groupsBy(groupBy ?? '');
  return {
    from,
    to,
    ...countsOf(found),
    filtered: {
      bot: count('bot'),
      preview: count('preview'),
      prefetch: count('prefetch'),
      head: count('head'),
      inactive: count('inactive'),
      duplicate: count('duplicate'),
      suspicious: count('suspicious'),
    },
    days,
    affiliates: groupsBy('affiliate').map(({ key, clicks: own }) => ({ affiliateId: key, clicks: own })),
    groupBy: groupBy ?? null,
    groups: groupBy === undefined ? null : groups,
    otherGroups: groupBy === undefined ? null : { clicks: 0, uniqueClicks: 0 },
  };
}

interface Program {
  readonly brandId: string;
  readonly token: string;
  readonly codes: readonly string[];
  readonly slugs: readonly string[];
  readonly ids: Ids;
}

async function sendClick(model: ModelClick, { brandId, token, codes, slugs, ids }: Program): Promise<void> {
  const { creator, campaign, visitor, country, host, agent, post, isOnLink, link } = model;
  const subIds = post === undefined ? undefined : { sub2: post };
  const campaignId = campaign === undefined ? undefined : ids.campaigns[campaign];
  if (link === undefined) {
    const referrer = host === undefined ? undefined : `https://${host}/a/page?with=query`;
    const body = { campaignId, visitorId: visitor, userAgent: agents[agent], country, referrer, subIds };
    const word = (isOnLink ? slugs : codes)[creator];
    const { status, text } = await send('POST', `/tracking/ref/${word}`, { token, body });
    expect([200, 201], text).toContain(status);
    return;
  }
  // Record the click directly, because on a busy machine the link may redirect before it has the visitor’s hash.
  const reason = ownReason(model);
  if (reason === 'duplicate' || reason === 'suspicious')
    throw new Error('One click alone has no such reason');
  const code = codes[creator] ?? '';
  const clickInput = {
    brandId,
    affiliateId: ids.creators[creator] ?? '',
    trackingCode: code,
    campaignId: ids.campaigns[runningCampaign(model) ?? -1] ?? null,
    filtered: reason,
    device: deviceOf(agents[agent]),
    country: country ?? null,
    referrerHost: host ?? null,
    subIds,
    ...(isOnLink && { linkId: ids.links[creator] }),
  };
  const fingerprint = visitorBehindAddress('salt of the day', code, {
    address: visitor ?? '',
    userAgent: agents[agent],
    maxUniqueClicks,
  });
  await recordClick(newClick(clickInput, fingerprint, new Date(model.at)));
}

test('GET /v1/tracking/clicks returns the same figures as a model that counts random clicks one by one', async () => {
  const clock = fakeClock(new Date(periodStart));
  const batchSizeLists = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 10 });
  const requestPlans = fc.array(requestPlan, { minLength: 30, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...zones),
      clicksOfBrand,
      batchSizeLists,
      requestPlans,
      async (timezone, clicks, batchSizes, plans) => {
        clock.set(new Date(periodStart));
        const { admin, brand } = await createBrand('scale');
        await patch(admin, '/brand', { timezone });
        const campaigns = [
          await createCampaign(admin, { status: 'active' }),
          await createCampaign(admin, { status: 'active' }),
        ];
        await patch(admin, `/campaigns/${campaigns[1].id}`, { status: 'paused' });
        const creators: { id: string; trackingCode: string }[] = [];
        for (let count = 0; count < creatorCount; count += 1) creators.push(await invite(admin));
        for (const status of ['active', 'paused']) {
          await patch(admin, `/affiliates/${creators[pausedCreator]?.id}`, { status });
        }
        const links: { id: string; slug: string }[] = [];
        for (const { id } of creators) links.push(await createLink(admin, id));
        const idsOf = (all: readonly { readonly id: string }[]) => all.map(({ id }) => id);
        const ids = { creators: idsOf(creators), campaigns: idsOf(campaigns), links: idsOf(links) };
        await newChanges();

        let [token, tokenDay] = [admin, ''];
        for (const click of clicks) {
          clock.set(new Date(click.at));
          if (tokenDay !== dateOf(click.at)) {
            ({ token } = await newToken(brand.id, 'admin'));
            tokenDay = dateOf(click.at);
          }
          await sendClick(click, {
            brandId: brand.id,
            token,
            codes: creators.map(({ trackingCode }) => trackingCode),
            slugs: links.map(({ slug }) => slug),
            ids,
          });
        }

        for (const { shardId, records } of await newChanges()) {
          for (let done = 0, turn = 0; done < records.length; turn += 1) {
            const size = batchSizes[turn % batchSizes.length] ?? 1;
            await aggregate({ shardId, records: records.slice(done, done + size) });
            done += size;
          }
        }

        for (const { from: startDay, length, creator, campaign, groupBy } of plans) {
          const from = dateOf(periodStart + startDay * 24 * hourMs);
          const to = dateOf(Math.min(periodEnd, periodStart + (startDay + length) * 24 * hourMs));
          const query = new URLSearchParams({
            from,
            to,
            ...(creator !== undefined && { affiliateId: ids.creators[creator] }),
            ...(campaign !== undefined && { campaignId: ids.campaigns[campaign] }),
            ...(groupBy !== undefined && { groupBy }),
          });
          const answer = await send('GET', `/tracking/clicks?${query}`, { token });
          const request = { from, to, creator, campaign, timezone, groupBy };
          expect(answer.json, String(query)).toEqual({ data: expectedStatistics(clicks, request, ids) });
        }
      },
    ),
    { numRuns: sized(2, 4), endOnFailure: true },
  );
});
