// Tests the portal of creators in Chromium, against a local stage: what a creator sees and can do.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Affiliate, Client } from '#lib/client/index.ts';
import { takeScreenshot } from './browser.ts';
import { problemsOf, usePortal } from './portal-stage.ts';

const portal = usePortal();
const longName = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(3);
const arabicName = 'سارة الأحمد';

let brand: Client;
let home = '';

beforeAll(async () => {
  brand = portal.brandOf();
  home = `/creators/${(await brand.brands.get()).slug}`;
});

let orders = 0;
const orderOf = async ({ trackingCode }: Affiliate, amount = 100) => {
  orders += 1;
  return brand.conversions.create({ orderId: `portal-order-${orders}`, amount, trackingCode });
};

/** Gives a creator commissions with each status, a discount code and a paid payout. */
async function busyCreator(name: string, count: number): Promise<Affiliate> {
  const creator = await portal.newCreator(brand, name);
  await brand.discounts.create({
    code: `CODE${count}`,
    type: 'percentage',
    value: 10,
    affiliateId: creator.id,
  });
  for (let nth = 0; nth < count; nth += 1) await orderOf(creator, 10 + nth);
  const { data } = await brand.commissions.list({ affiliateId: creator.id });
  const [first, second] = data;
  if (second !== undefined)
    await brand.commissions.reject(second.id, { reason: '<b>Returned</b> by the customer' });
  if (first !== undefined) await brand.commissions.approve(first.id);
  return creator;
}

const paths = ['', '/commissions', '/commissions/missing?order=unknown', '/payouts', '/profile'] as const;

describe.each([
  [375, 'light'],
  [375, 'dark'],
  [1440, 'light'],
  [1440, 'dark'],
] as const)('the portal at a width of %i px in %s mode', (width, colorScheme) => {
  test.each([
    ['no orders', 'Ada', 0],
    ['one order and a name from right to left', arabicName, 1],
    ['more orders than a page and a long name', longName, 27],
  ] as const)(
    'every page of a creator with %s has no error, no request to another host and no violation of WCAG AA',
    async (situation, name, count) => {
      const creator = count === 0 ? await portal.newCreator(brand, name) : await busyCreator(name, count);
      const opened = await portal.openAs(brand, creator, { viewport: { width, height: 812 }, colorScheme });
      const found: (readonly [path: string, problems: readonly string[]])[] = [];
      for (const path of paths) {
        await opened.page.goto(`${portal.origin()}${home}${path}`);
        await takeScreenshot(
          opened.page,
          `portal-${width}-${colorScheme}-${count}${path.replaceAll(/\W/g, '-')}`,
        );
        found.push([path, await problemsOf(opened)]);
      }
      await opened.page.context().close();
      expect(found).toEqual(paths.map((path) => [path, []]));
      expect(situation).toBeTruthy();
    },
  );
});
