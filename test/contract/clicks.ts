// What happens after the answer: clicks show in the statistics, members of deleted campaigns are forgotten.
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { until } from '#test/support/local-stage.ts';
import type { Given } from './setting.ts';

/** What the interface promises for clicks. */
const fiveSeconds = 5000;
const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
const bot = { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' };

export function describeClicks(given: Given): void {
  describe('a tracking link', () => {
    test('leads to the landing page with the click’s id, and shows in the statistics', async () => {
      const { send, by, own } = given();
      const { id, trackingCode } = await by.invite(own.admin);
      const path = `/tracking/ref/${trackingCode}`;
      const followed = await send('GET', `${path}?utm_source=x`, { headers: browser });
      const landing = new URL(followed.headers.location ?? '');
      expect(landing.origin + landing.pathname).toBe('https://acme.test/');
      expect(landing.searchParams.get('ref')).toBe(trackingCode);
      expect(landing.searchParams.get('clickId')).toMatch(/^clk_/);

      const looked = await send('HEAD', path, { headers: browser });
      expect([looked.status, looked.text]).toEqual([302, '']);
      expect(new URL(looked.headers.location ?? '').searchParams.get('clickId')).toBeNull();

      await send('GET', path, { headers: bot });
      const body = { visitorId: 'one visitor', userAgent: browser['user-agent'] };
      const record = () => send('POST', path, { token: own.admin, body });
      const [first, again] = [await record(), await record()];
      expect([first.status, again.status]).toEqual([201, 200]);
      expect(again.json.data).toMatchObject({ clickId: first.json.data.clickId, reason: 'duplicate' });

      const statistics = async () => {
        const answer = await send('GET', `/tracking/clicks?affiliateId=${id}`, { token: own.member });
        const { clicks, uniqueClicks, filtered } = answer.json.data;
        return { clicks, uniqueClicks, filtered };
      };
      const counted = { clicks: 2, uniqueClicks: 2, filtered: { bot: 1, duplicate: 1, inactive: 0 } };
      const isCounted = (seen: object) => isDeepStrictEqual(seen, counted);
      expect(await until(statistics, isCounted, fiveSeconds)).toEqual(counted);
    });
  });

  test('a campaign that is deleted takes its members with it', async () => {
    const { send, by, own, stage } = given();
    const { id } = await by.createCampaign(own.admin);
    await Promise.all([1, 2, 3].map(() => by.invite(own.admin, { campaignIds: [id] })));
    const members = () => stage.behind('members', { brandId: own.brandId, campaignId: id });
    expect(await members()).toBe(3);
    expect((await send('DELETE', `/campaigns/${id}`, { token: own.member })).status).toBe(204);
    expect(await until(members, (count) => count === 0, fiveSeconds)).toBe(0);
  });
}
