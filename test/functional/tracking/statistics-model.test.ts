import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCampaign, invite, patch } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { createBrand, newToken, send } from '#test/support/service.ts';
import { fold, newChanges } from '#test/support/stream.ts';

// Three months over a leap day and a turn of the year, so that ranges hold whole months and parts of them.
const begin = Date.parse('2023-12-20T00:00:00.000Z');
const end = Date.parse('2024-03-10T23:59:59.999Z');

const minutes = 60_000;
const hour = 60 * minutes;
const bot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

interface ModelClick {
  readonly at: number;
  readonly creator: number;
  /** 0 is active, 1 is paused, undefined is none. */
  readonly campaign: number | undefined;
  readonly visitor: string | undefined;
  readonly isBot: boolean;
}

const creatorCount = 4;
/** Visitors come in visits of some clicks, some of them around midnight and around the hour, so that repeats are many. */
const visit = fc
  .record({
    day: fc.integer({ min: 0, max: 81 }),
    minute: fc.oneof(fc.integer({ min: 0, max: 1439 }), fc.constantFrom(0, 1, 1379, 1380, 1438, 1439)),
    gaps: fc.array(fc.constantFrom(0, 1, 30, 59, 60, 61, 120, 1440), { minLength: 1, maxLength: 4 }),
    creator: fc.nat(creatorCount - 1),
    campaign: fc.constantFrom(undefined, undefined, 0, 0, 1),
    visitor: fc.constantFrom(undefined, 'v', 'w', 'x'),
    isBot: fc.constantFrom(false, false, false, false, true),
  })
  .map(({ day, minute, gaps, ...who }): ModelClick[] => {
    let at = begin + day * 24 * hour + minute * minutes;
    return gaps.map((gap) => {
      at += gap * minutes;
      return { at, ...who };
    });
  });

const clicksOfBrand = fc
  .array(visit, { minLength: 20, maxLength: 35 })
  .map((visits) => visits.flat().filter(({ at }) => at <= end))
  .map((clicks) => clicks.toSorted((one, other) => one.at - other.at));

const question = fc.record({
  from: fc.integer({ min: 0, max: 81 }),
  length: fc.integer({ min: 0, max: 81 }),
  creator: fc.constantFrom(undefined, undefined, 0, 1, 2, 3),
  campaign: fc.constantFrom(undefined, undefined, 0, 1),
});

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

type Outcome = 'click' | 'unique' | 'bot' | 'duplicate' | 'inactive';

/** What became of each click, told from the clicks alone and one after the other. */
function outcomes(clicks: readonly ModelClick[]): readonly Outcome[] {
  const lastCounted = new Map<string, number>();
  const seen = new Set<string>();
  return clicks.map(({ at, creator, campaign, visitor, isBot }): Outcome => {
    if (isBot) return 'bot';
    if (campaign === 1) return 'inactive';
    if (visitor === undefined) return 'unique';
    const who = `${visitor} on ${creator}`;
    if (at - (lastCounted.get(who) ?? Number.NEGATIVE_INFINITY) < hour) return 'duplicate';
    lastCounted.set(who, at);
    const today = `${who} ${dateOf(at)}`;
    if (seen.has(today)) return 'click';
    seen.add(today);
    return 'unique';
  });
}

interface Asked {
  readonly from: string;
  readonly to: string;
  readonly creator: number | undefined;
  readonly campaign: number | undefined;
}

/** The whole answer, counted click by click. */
function expected(
  clicks: readonly ModelClick[],
  { from, to, creator, campaign }: Asked,
  ids: readonly string[],
) {
  const all = outcomes(clicks).map((outcome, index) => ({ outcome, click: clicks[index] as ModelClick }));
  const found = all.filter(
    ({ click }) =>
      dateOf(click.at) >= from &&
      dateOf(click.at) <= to &&
      (creator === undefined || click.creator === creator) &&
      (campaign === undefined || click.campaign === campaign),
  );
  const counted = found.filter(({ outcome }) => outcome === 'click' || outcome === 'unique');
  const count = (outcome: Outcome) => found.filter((one) => one.outcome === outcome).length;
  const days: { date: string; clicks: number; uniqueClicks: number }[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += 24 * hour) {
    const ofDay = counted.filter(({ click }) => dateOf(click.at) === dateOf(at));
    const unique = ofDay.filter(({ outcome }) => outcome === 'unique');
    days.push({ date: dateOf(at), clicks: ofDay.length, uniqueClicks: unique.length });
  }
  const affiliates = ids
    .map((affiliateId, index) => ({
      affiliateId,
      clicks: counted.filter(({ click }) => click.creator === index).length,
    }))
    .filter((one) => one.clicks > 0)
    .toSorted((one, other) => other.clicks - one.clicks || (one.affiliateId < other.affiliateId ? -1 : 1));
  return {
    from,
    to,
    clicks: counted.length,
    uniqueClicks: count('unique'),
    filtered: { bot: count('bot'), duplicate: count('duplicate'), inactive: count('inactive') },
    days,
    affiliates,
  };
}

test('whatever was clicked when and by whom, every range and every filter answers what counting by hand does', async () => {
  const clock = fakeClock(new Date(begin));
  const cuts = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 10 });
  const questions = fc.array(question, { minLength: 25, maxLength: 25 });
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
      await newChanges();

      let [token, tokenDay] = [admin, ''];
      for (const { at, creator, campaign, visitor, isBot } of clicks) {
        clock.set(new Date(at));
        if (tokenDay !== dateOf(at)) {
          ({ token } = await newToken(brand.id, 'admin'));
          tokenDay = dateOf(at);
        }
        const body = {
          campaignId: campaign === undefined ? undefined : campaigns[campaign].id,
          visitorId: visitor,
          userAgent: isBot ? bot : undefined,
        };
        const { status } = await send('POST', `/tracking/ref/${creators[creator]?.trackingCode}`, {
          token,
          body,
        });
        expect([200, 201]).toContain(status);
      }

      for (const { shardId, records } of await newChanges()) {
        for (let done = 0, turn = 0; done < records.length; turn += 1) {
          const size = sizes[turn % sizes.length] ?? 1;
          await fold({ shardId, records: records.slice(done, done + size) });
          done += size;
        }
      }

      const ids = creators.map(({ id }) => id);
      for (const { from: first, length, creator, campaign } of asked) {
        const from = dateOf(begin + first * 24 * hour);
        const to = dateOf(Math.min(end, begin + (first + length) * 24 * hour));
        const query = new URLSearchParams({
          from,
          to,
          ...(creator !== undefined && { affiliateId: ids[creator] }),
          ...(campaign !== undefined && { campaignId: campaigns[campaign].id }),
        });
        const answer = await send('GET', `/tracking/clicks?${query}`, { token });
        expect(answer.json).toEqual({ data: expected(clicks, { from, to, creator, campaign }, ids) });
      }
    }),
    { numRuns: 6 },
  );
});
