// Tests how the portal of creators looks in Chromium, with no, one and many orders.
import { beforeAll, expect, test } from 'vitest';
import type { Affiliate } from '#lib/client/index.ts';
import { until } from '#test/support/local-stage.ts';
import { takeScreenshot } from './browser.ts';
import { problemsAt } from './looks.ts';
import { usePortal } from './portal-stage.ts';

const portal = usePortal();
const longName = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(3);
const arabicName = 'سارة الأحمد';
const reason = '<b>Returned</b> by the customer';
const moreThanOnePage = 27;

/** Gives a creator a code, commissions of several statuses, a payout and a dispute. */
async function busyCreator(name: string, count: number): Promise<Affiliate> {
  const { brand } = portal;
  const creator = await portal.newCreator(name);
  const { id, trackingCode } = creator;
  await brand.discounts.create({ code: `CODE${count}`, type: 'percentage', value: 10, affiliateId: id });
  const orders = Array.from({ length: count }, (_, nth) => ({
    ...{ orderId: `look-${count}-${nth}`, amount: 100 + nth, trackingCode },
  }));
  await brand.conversions.createBulk({ conversions: orders });
  const { data } = await brand.commissions.list({ affiliateId: id });
  for (const [nth, commission] of data.slice(0, 3).entries()) {
    if (nth === 1) await brand.commissions.reject(commission.id, { reason });
    else await brand.commissions.approve(commission.id);
  }
  return creator;
}

const situations = [
  'no orders',
  'one order and a name from right to left',
  'many orders and a long name',
] as const;
let creators: readonly Affiliate[] = [];
let payoutId = '';

beforeAll(async () => {
  creators = [
    await portal.newCreator('Ada'),
    await busyCreator(arabicName, 1),
    await busyCreator(longName, moreThanOnePage),
  ];
  const payout = await portal.brand.payouts.create({
    affiliateIds: creators.map(({ id }) => id),
    minimum: 1,
  });
  payoutId = payout?.id ?? '';
  const status = async () => (await portal.brand.payouts.get(payoutId)).status;
  await until(status, (one) => one === 'ready', 30_000);
  await portal.brand.payouts.update(payoutId, { status: 'paid', reference: 'SEPA-1' });
  const details = {
    type: 'sepa',
    name: longName.slice(0, 70),
    tax: { country: 'FR', taxId: '0123456789012' },
  } as const;
  for (const iban of ['DE89370400440532013000', 'FR1420041010050500013M02606'])
    await portal.brand.payoutDetails.set(creators[2]?.id ?? '', { ...details, iban });
}, 60_000);

const pathsOf = (orders: number): readonly string[] => [
  '',
  '?days=90',
  '/commissions',
  '/commissions?status=rejected',
  '/commissions/missing?order=look-27-3',
  '/payouts',
  '/profile',
  '/payment-details',
  '/payment-details?type=wise',
  ...(orders === 0 ? [] : [`/payouts/${payoutId}`]),
];

test.each(situations.entries().toArray())(
  'every page of creator %i, with %s, on a phone and a desk, has no error, no request to another host and no violation of WCAG AA',
  async (nth) => {
    const { page, complaints } = await portal.openAs(creators[nth] as Affiliate);
    const found: Record<string, readonly string[]> = {};
    for (const path of pathsOf(nth)) {
      const problems = await problemsAt(page, `${portal.home}${path}`, complaints);
      if (problems.length > 0) found[path] = problems;
      await takeScreenshot(page, `portal-${nth}${path.replaceAll(/\W/g, '-').replace(payoutId, 'id')}`);
    }
    await page.context().close();
    expect(found).toEqual({});
  },
  120_000,
);

test('a printed statement has the amounts, and neither the menu nor buttons', async () => {
  const { page } = await portal.openAs(creators[2] as Affiliate);
  await page.goto(`${portal.home}/payouts/${payoutId}`);
  await page.emulateMedia({ media: 'print' });
  const isVisible = (selector: string) => page.locator(selector).first().isVisible();
  expect([await isVisible('.facts'), await isVisible('table.list td.number')]).toEqual([true, true]);
  for (const selector of ['.frame', '[data-print]', '.screen']) expect(await isVisible(selector)).toBe(false);
  await page.context().close();
});
