// Tests asynchronous effects: click statistics and the deletion of campaign members.
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { until } from '#test/support/local-stage.ts';
import type { GetSetting } from './setting.ts';

/** The API documents that statistics lag by up to five seconds. */
const maxLagMilliseconds = 5000;
const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
const bot = { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' };

export function describeClicks(getSetting: GetSetting): void {
  describe('a tracking link', () => {
    test('redirects to the landing page with the click id and counts the click', async () => {
      const { send, by, own } = getSetting();
      const { id, trackingCode, link } = await by.invite(own.admin);
      const path = `/tracking/ref/${String(link).split('/').at(-1)}`;
      const followed = await send('GET', `${path}?utm_source=x`, { headers: browser });
      const landing = new URL(followed.headers.location ?? '');
      expect(landing.origin + landing.pathname).toBe('https://acme.test/');
      expect(landing.searchParams.get('ref')).toBe(trackingCode);
      expect(landing.searchParams.get('clickId')).toMatch(/^clk_/);

      const looked = await send('HEAD', path, { headers: browser });
      expect([looked.status, looked.text]).toEqual([302, '']);
      expect(new URL(looked.headers.location ?? '').searchParams.get('clickId')).toMatch(/^clk_/);

      await send('GET', path, { headers: bot });
      const body = { visitorId: 'one visitor', userAgent: browser['user-agent'] };
      const record = () => send('POST', `/tracking/ref/${trackingCode}`, { token: own.admin, body });
      const [first, again] = [await record(), await record()];
      expect([first.status, again.status]).toEqual([201, 200]);
      expect(again.json.data).toMatchObject({ clickId: first.json.data.clickId, reason: 'duplicate' });

      const statistics = async () => {
        const answer = await send('GET', `/tracking/clicks?affiliateId=${id}`, { token: own.member });
        const { clicks, uniqueClicks, filtered } = answer.json.data;
        return { clicks, uniqueClicks, filtered };
      };
      const counted = {
        clicks: 2,
        uniqueClicks: 2,
        filtered: { bot: 1, preview: 0, prefetch: 0, head: 1, inactive: 0, duplicate: 1, suspicious: 0 },
      };
      const isCounted = (seen: object) => isDeepStrictEqual(seen, counted);
      expect(await until(statistics, isCounted, maxLagMilliseconds)).toEqual(counted);
    });

    test('GET /v1/tracking/clicks groups clicks by each dimension and by day', async () => {
      const { send, by, own } = getSetting();
      const { id, trackingCode } = await by.invite(own.admin);
      const { id: campaignId } = await by.createCampaign(own.admin, { status: 'active' });
      const record = (body: object) =>
        send('POST', `/tracking/ref/${trackingCode}`, { token: own.admin, body });
      const inGermany = { country: 'DE', referrer: 'https://blog.example/a', campaignId };
      expect((await record({ ...inGermany, visitorId: 'one' })).status).toBe(201);
      expect((await record({ ...inGermany, visitorId: 'two' })).status).toBe(201);
      expect((await record({ visitorId: 'three' })).status).toBe(201);

      const getStatistics = (query: string) =>
        send('GET', `/tracking/clicks?affiliateId=${id}&${query}`, { token: own.member });
      const clicks = async () => (await getStatistics('')).json.data.clicks;
      expect(await until(clicks, (count) => count === 3, maxLagMilliseconds)).toBe(3);
      const groupsBy = async (groupBy: string) =>
        (await getStatistics(`groupBy=${groupBy}`)).json.data.groups.map(
          ({ key, clicks: own }: { key: string | null; clicks: number }) => [key, own],
        );
      expect(await groupsBy('affiliate')).toEqual([[id, 3]]);
      expect(await groupsBy('campaign')).toEqual([
        [campaignId, 2],
        [null, 1],
      ]);
      expect(await groupsBy('country')).toEqual([
        ['DE', 2],
        [null, 1],
      ]);
      expect(await groupsBy('device')).toEqual([['other', 3]]);
      expect(await groupsBy('referrer')).toEqual([
        ['blog.example', 2],
        [null, 1],
      ]);
      const days = await groupsBy('day');
      expect(days).toHaveLength(30);
      expect(days.reduce((sum: number, [, own]: [string, number]) => sum + own, 0)).toBe(3);
      expect((await getStatistics('groupBy=weather')).status).toBe(400);
    });
  });

  test('DELETE /v1/campaigns/{id} deletes the members of the campaign', async () => {
    const { send, by, own, stage } = getSetting();
    const { id } = await by.createCampaign(own.admin);
    await Promise.all([1, 2, 3].map(() => by.invite(own.admin, { campaignIds: [id] })));
    const members = () => stage.onTable('members', { brandId: own.brandId, campaignId: id });
    expect(await members()).toBe(3);
    expect((await send('DELETE', `/campaigns/${id}`, { token: own.member })).status).toBe(204);
    expect(await until(members, (count) => count === 0, maxLagMilliseconds)).toBe(0);
  });
}
