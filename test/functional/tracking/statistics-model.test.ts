import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deviceOf } from '#lib/clicks/filters.ts';
import { record } from '#lib/clicks/store.ts';
import { newClick } from '#lib/clicks/visit.ts';
import { passingVisitor } from '#lib/clicks/visitors.ts';
import { createCampaign, invite, patch } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { createBrand, newToken, send } from '#test/support/service.ts';
import { sized } from '#test/support/size.ts';
import { fold, newChanges } from '#test/support/stream.ts';

// Three months over a leap day, a turn of the year and a change of the clocks in New York, so that ranges hold whole
// months and parts of them.
const begin = Date.parse('2023-12-20T00:00:00.000Z');
const end = Date.parse('2024-03-12T23:59:59.999Z');

const minutes = 60_000;
const hour = 60 * minutes;
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
  /** 0 is active, 1 is paused, undefined is none. */
  readonly campaign: number | undefined;
  readonly visitor: string | undefined;
  readonly country: string | undefined;
  readonly host: string | undefined;
  readonly agent: keyof typeof agents;
  /** On the link, as what; undefined is a report of the brand's server. */
  readonly link: 'GET' | 'HEAD' | 'prefetch' | undefined;
}

const creatorCount = 4;
const who = {
  creator: fc.nat(creatorCount - 1),
  campaign: fc.constantFrom(undefined, undefined, 0, 0, 1),
  country: fc.constantFrom(undefined, 'DE', 'DE', 'FR', 'NZ'),
  host: fc.constantFrom(undefined, 'blog.example', 'www.video.example'),
  agent: fc.constantFrom<(keyof typeof agents)[]>('mobile', 'desktop', 'desktop', 'bot', 'preview'),
};
/** Nobody comes by a link without an address. */
const channel = fc.oneof(
  fc.record({ link: fc.constant(undefined), visitor: fc.constantFrom(undefined, 'v', 'w', 'x') }),
  fc.record({
    link: fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'prefetch'),
    visitor: fc.constantFrom('198.51.100.1', '198.51.100.2'),
  }),
);

/** Visitors come in visits of some clicks, some of them around midnight and around the hour, so that repeats are many. */
const visit = fc
  .record({
    day: fc.integer({ min: 0, max: daysOfTest - 1 }),
    minute: fc.oneof(fc.integer({ min: 0, max: 1439 }), fc.constantFrom(0, 1, 1379, 1380, 1438, 1439)),
    gaps: fc.array(fc.constantFrom(0, 1, 30, 59, 60, 61, 120, 1440), { minLength: 1, maxLength: 4 }),
    channel,
    facts: fc.record(who),
    /** In the middle of a visit, another campaign. */
    later: fc.constantFrom(undefined, 0),
  })
  .map(({ day, minute, gaps, channel: by, facts, later }): ModelClick[] => {
    let at = begin + day * 24 * hour + minute * minutes;
    return gaps.map((gap, index) => {
      at += gap * minutes;
      const campaign = index === 0 ? facts.campaign : (later ?? facts.campaign);
      return { at, ...facts, ...by, campaign };
    });
  });

const clicksOfBrand = fc
  .array(visit, { minLength: 20, maxLength: 35 })
  .map((visits) => visits.flat().filter(({ at }) => at <= end))
  .map((clicks) => {
    // A millisecond apart, at least: of two clicks in one, chance says which is the first.
    let last = 0;
    return clicks
      .toSorted((one, other) => one.at - other.at)
      .map((click): ModelClick => {
        last = Math.max(click.at, last + 1);
        return { ...click, at: last };
      });
  });

const question = fc.record({
  from: fc.integer({ min: 0, max: daysOfTest - 1 }),
  length: fc.integer({ min: 0, max: daysOfTest - 1 }),
  creator: fc.constantFrom(undefined, undefined, 0, 1, 2, 3),
  campaign: fc.constantFrom(undefined, undefined, 0, 1),
  timezone: fc.constantFrom(undefined, ...zones),
  groupBy: fc.constantFrom(undefined, 'day', 'affiliate', 'campaign', 'country', 'device', 'referrer'),
});

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Swedes write dates as ISO does. */
const formats = new Map(zones.map((timeZone) => [timeZone, new Intl.DateTimeFormat('sv-SE', { timeZone })]));

/** The day that the click's hour begins on, there. */
const dateIn = (timeZone: Zone, { at }: ModelClick): string =>
  formats.get(timeZone)?.format(Math.floor(at / hour) * hour) ?? '';

type Reason = 'bot' | 'preview' | 'prefetch' | 'head' | 'inactive' | 'duplicate';

interface Judged {
  readonly click: ModelClick;
  readonly reason: Reason | null;
  readonly isUnique: boolean;
}

function ownReason({ campaign, agent, link }: ModelClick): Reason | null {
  if (agent === 'bot' || agent === 'preview') return agent;
  if (link === 'prefetch') return 'prefetch';
  if (link === 'HEAD') return 'head';
  return campaign === 1 ? 'inactive' : null;
}

/** Browsers tell passing visitors apart, too. */
const visitorOf = ({ link, visitor, agent }: ModelClick): string | undefined =>
  link === undefined || visitor === undefined ? visitor : `${visitor} ${agent}`;

/** What became of each click, told from the clicks alone and one after the other. */
function judged(clicks: readonly ModelClick[]): readonly Judged[] {
  const lastCounted = new Map<string, number>();
  return clicks.map((click): Judged => {
    const reason = ownReason(click);
    const visitor = visitorOf(click);
    if (reason !== null || visitor === undefined) return { click, reason, isUnique: reason === null };
    const today = `${visitor} on ${click.creator} ${dateOf(click.at)}`;
    const last = lastCounted.get(today);
    if (last !== undefined && click.at - last < hour) return { click, reason: 'duplicate', isUnique: false };
    lastCounted.set(today, click.at);
    return { click, reason: null, isUnique: last === undefined };
  });
}

/** The clicks by which visitors were there first on a UTC day, among these. */
function firstClicks(found: readonly Judged[]): readonly ModelClick[] {
  const seen = new Set<string>();
  return found.flatMap(({ click, reason }) => {
    if (reason !== null && reason !== 'duplicate') return [];
    const visitor = visitorOf(click);
    if (visitor === undefined) return [click];
    const today = `${visitor} ${dateOf(click.at)}`;
    if (seen.has(today)) return [];
    seen.add(today);
    return [click];
  });
}

interface Asked {
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
}

const countsOf = (some: readonly Judged[]) => ({
  clicks: some.filter(({ reason }) => reason === null).length,
  uniqueClicks: some.filter(({ isUnique }) => isUnique).length,
});

function keyOf(
  groupBy: string,
  { creator, campaign, country, agent, host }: ModelClick,
  ids: Ids,
): string | null {
  switch (groupBy) {
    case 'affiliate':
      return ids.creators[creator] ?? null;
    case 'campaign':
      return campaign === undefined ? null : (ids.campaigns[campaign] ?? null);
    case 'country':
      return country ?? null;
    case 'device':
      return agent;
    default:
      return host ?? null;
  }
}

const before = (one: string | null, other: string | null): number => ((one ?? '') < (other ?? '') ? -1 : 1);

/** The whole answer, counted click by click. */
function expected(
  clicks: readonly ModelClick[],
  { from, to, creator, campaign, timezone, groupBy }: Asked,
  ids: Ids,
) {
  const ofScope = judged(clicks).filter(
    ({ click }) =>
      (creator === undefined || click.creator === creator) &&
      (campaign === undefined || click.campaign === campaign),
  );
  const isAsked = (click: ModelClick) => dateIn(timezone, click) >= from && dateIn(timezone, click) <= to;
  const found = ofScope.filter(({ click }) => isAsked(click));
  const first = firstClicks(ofScope).filter(isAsked);
  const count = (reason: Reason) => found.filter((one) => one.reason === reason).length;
  const foundOn = Map.groupBy(found, ({ click }) => dateIn(timezone, click));
  const firstOn = Map.groupBy(first, (click) => dateIn(timezone, click));
  const days: { date: string; clicks: number; uniqueClicks: number; uniqueVisitors: number }[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += 24 * hour) {
    const date = dateOf(at);
    days.push({
      date,
      ...countsOf(foundOn.get(date) ?? []),
      uniqueVisitors: firstOn.get(date)?.length ?? 0,
    });
  }
  const counted = found.filter(({ reason }) => reason === null);
  const groupsBy = (by: string) =>
    [...Map.groupBy(counted, ({ click }) => keyOf(by, click, ids))]
      .map(([key, some]) => ({ key, ...countsOf(some) }))
      .toSorted((one, other) => other.clicks - one.clicks || before(one.key, other.key));
  const groups =
    groupBy === 'day'
      ? days.map(({ date, clicks: own, uniqueClicks }) => ({ key: date, clicks: own, uniqueClicks }))
      : groupsBy(groupBy ?? '');
  return {
    from,
    to,
    timezone,
    ...countsOf(found),
    uniqueVisitors: first.length,
    filtered: {
      bot: count('bot'),
      preview: count('preview'),
      prefetch: count('prefetch'),
      head: count('head'),
      inactive: count('inactive'),
      duplicate: count('duplicate'),
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
  readonly ids: Ids;
}

async function click(model: ModelClick, { brandId, token, codes, ids }: Program): Promise<void> {
  const { creator, campaign, visitor, country, host, agent, link } = model;
  const campaignId = campaign === undefined ? undefined : ids.campaigns[campaign];
  if (link === undefined) {
    const referrer = host === undefined ? undefined : `https://${host}/a/page?with=query`;
    const body = { campaignId, visitorId: visitor, userAgent: agents[agent], country, referrer };
    const { status, text } = await send('POST', `/tracking/ref/${codes[creator]}`, { token, body });
    expect([200, 201], text).toContain(status);
    return;
  }
  // As the link does, but with all the time there is: a busy machine would have it redirect without the visitor's hash.
  const reason = ownReason(model);
  if (reason === 'duplicate') throw new Error('A click does not say of itself that it repeats another');
  const code = codes[creator] ?? '';
  const occasion = {
    brandId,
    affiliateId: ids.creators[creator] ?? '',
    trackingCode: code,
    campaignId: campaignId ?? null,
    filtered: reason,
    device: deviceOf(agents[agent]),
    country: country ?? null,
    referrerHost: host ?? null,
  };
  const trace = passingVisitor('salt of the day', code, visitor ?? '', agents[agent]);
  await record(newClick(occasion, trace, new Date(model.at)));
}

test('whatever was clicked when and by whom, every question is answered as counting by hand does', async () => {
  const clock = fakeClock(new Date(begin));
  const cuts = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 10 });
  const questions = fc.array(question, { minLength: 30, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(clicksOfBrand, cuts, questions, async (clicks, sizes, asked) => {
      clock.set(new Date(begin));
      const { admin, brand } = await createBrand('scale');
      const campaigns = [
        await createCampaign(admin, { status: 'active' }),
        await createCampaign(admin, { status: 'active' }),
      ];
      await patch(admin, `/campaigns/${campaigns[1].id}`, { status: 'paused' });
      const creators: { id: string; trackingCode: string }[] = [];
      for (let count = 0; count < creatorCount; count += 1) creators.push(await invite(admin));
      const ids = { creators: creators.map(({ id }) => id), campaigns: campaigns.map(({ id }) => id) };
      await newChanges();

      let [token, tokenDay] = [admin, ''];
      for (const one of clicks) {
        clock.set(new Date(one.at));
        if (tokenDay !== dateOf(one.at)) {
          ({ token } = await newToken(brand.id, 'admin'));
          tokenDay = dateOf(one.at);
        }
        await click(one, {
          brandId: brand.id,
          token,
          codes: creators.map(({ trackingCode }) => trackingCode),
          ids,
        });
      }

      for (const { shardId, records } of await newChanges()) {
        for (let done = 0, turn = 0; done < records.length; turn += 1) {
          const size = sizes[turn % sizes.length] ?? 1;
          await fold({ shardId, records: records.slice(done, done + size) });
          done += size;
        }
      }

      for (const { from: first, length, creator, campaign, timezone, groupBy } of asked) {
        const from = dateOf(begin + first * 24 * hour);
        const to = dateOf(Math.min(end, begin + (first + length) * 24 * hour));
        const query = new URLSearchParams({
          from,
          to,
          ...(creator !== undefined && { affiliateId: ids.creators[creator] }),
          ...(campaign !== undefined && { campaignId: ids.campaigns[campaign] }),
          ...(timezone !== undefined && { timezone }),
          ...(groupBy !== undefined && { groupBy }),
        });
        const answer = await send('GET', `/tracking/clicks?${query}`, { token });
        const by = { from, to, creator, campaign, timezone: timezone ?? 'UTC', groupBy };
        expect(answer.json, String(query)).toEqual({ data: expected(clicks, by, ids) });
      }
    }),
    { numRuns: sized(2, 4), endOnFailure: true },
  );
});
