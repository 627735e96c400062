// Tests the pagination of every list, and tests bulk creation.
import { beforeAll, describe, expect, test } from 'vitest';
import { routes } from '#lib/surface/api/routes.ts';
import { discountDefinition } from '#test/support/creations-with.ts';
import { listsBy } from '#test/support/lists-with.ts';
import { isForCreators, parametersIn, pathOf } from '#test/support/requests.ts';
import type { GetSetting } from './setting.ts';

export function describeLists(getSetting: GetSetting): void {
  describe('a list endpoint', () => {
    beforeAll(async () => {
      const { by, other } = getSetting();
      // A retry of a delivery between two pages would change the delivery.
      const path = `/webhook-endpoints/${other.items.webhookEndpoint.id}`;
      await by.patch(other.admin, path, { status: 'disabled' });
    });

    test.each(routes.filter((route) => route.answer.kind === 'list' && !isForCreators(route)))(
      'GET /v1$path returns the same items page by page as on one page',
      async (route) => {
        const { send, other } = getSetting();
        const { readPage, walk } = listsBy(send);
        const path = pathOf(route, parametersIn(route, other.items));
        const all = await readPage(other.admin, path, { limit: 100 });
        expect(all.items.length).toBeGreaterThanOrEqual(2);
        expect([all.total, all.cursor]).toEqual([all.items.length, null]);
        const pages = await walk(other.admin, path, { limit: 1 });
        expect(pages.map(({ items }) => items.length)).toEqual(Array(all.total).fill(1));
        expect(pages.flatMap(({ items }) => items)).toEqual(all.items);
        expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([all.total]));
      },
    );
  });

  test('POST /v1/discounts/bulk creates or rejects each discount independently', async () => {
    const { by, send, other } = getSetting();
    const { id } = other.items.affiliate;
    const taken = (await by.createDiscount(other.admin, id)).code;
    const sent = [
      discountDefinition(id),
      discountDefinition(id, { code: taken }),
      discountDefinition('aff_nobody'),
      discountDefinition(id, { campaignId: other.items.campaign.id }),
    ];
    const { json } = await by.sendInBulk(other.admin, sent);
    expect(json.meta).toEqual({ total: 4, created: 2, failed: 2, cursor: null });
    expect(json.data).toMatchObject([
      { index: 0, status: 'created', discount: { code: sent[0]?.code } },
      { index: 1, status: 'failed', error: { statusCode: 409 } },
      { index: 2, status: 'failed', error: { statusCode: 400, details: [{ path: 'affiliateId' }] } },
      { index: 3, status: 'created', discount: { campaignId: other.items.campaign.id } },
    ]);
    for (const { discount } of [json.data[0], json.data[3]]) {
      const found = await send('GET', `/discounts/${discount.id}`, { token: other.member });
      expect(found.json.data).toEqual(discount);
    }
  });
}
