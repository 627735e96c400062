// Opens every page of the console and the portal, without rows, with one row and with many rows of each kind: 500 in `npm run test:nightly`.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { demoPassword } from '#infra/local/demo/accounts.ts';
import { type Affiliate, type Client, createClient } from '#lib/client/index.ts';
import { until } from '#test/support/local-stage.ts';
import { crawl, pageRoutes } from '#test/support/page-routes.ts';
import { jsonOf } from '#test/support/programs.ts';
import { signedHeaders, wooOrder } from '#test/support/shop-messages.ts';
import { sized } from '#test/support/size.ts';
import { takeScreenshot } from './browser.ts';
import { complaintsOf, problemsAt, problemsOn } from './looks.ts';
import { type Opened, usePortal } from './portal-stage.ts';

const portal = usePortal();
const rows = sized(200, 2000);
const sellers = 60;
const hebrew = 'ד״ר אברהם בן־דוד';
const markup = '<img src=x onerror=alert(1)>';
const customer = 'kunde/7?&"<i>@shop.test';
const longName = 'Donaudampfschifffahrtsgesellschaft'.repeat(2);
const timeout = 300_000;
/** The routes that all crawls together have reached. */
const reached = new Set<string>();
let busy: Affiliate;
let single: Affiliate;
let quiet: Affiliate;

/** Gives the lists of a brand one row each. */
async function addRow(api: Client, name: string): Promise<Affiliate> {
  const creator = await portal.newCreator(name, api);
  const { id, trackingCode } = creator;
  await api.links.create({ affiliateId: id, name: name.slice(0, 100), slug: `one-${trackingCode}` });
  await api.discounts.create({ code: `ONE-${trackingCode}`, type: 'percentage', value: 10, affiliateId: id });
  const order = {
    orderId: name === markup ? markup : `one-${trackingCode}`,
    customerId: customer,
    amount: 98_765.43,
    trackingCode,
  };
  const { commissionId } = await api.conversions.create(order);
  await api.commissions.approve(commissionId ?? '');
  await api.payouts.create({ affiliateIds: [id], minimum: 1 });
  // The brand finds orders of creators who are their own customers.
  const { orderId } = order;
  await api.conversions.create({
    ...{ orderId: `own-${orderId}`, amount: 20, trackingCode, customerEmail: creator.email },
  });
  await api.disputes.create({ affiliateId: id, kind: 'missingOrder', message: name });
  await api.connections.create({ type: 'stripe', name, secret: 'secret-of-the-shop' });
  await api.campaigns.create({ name, startDate: '2026-01-01', endDate: '2099-01-01' });
  return creator;
}

/** The lists of the settings are short. */
async function addSettings(
  { apiKeys, webhooks, users, exports, groups, connections, reconciliations }: Client,
  { trackingCode }: Affiliate,
): Promise<void> {
  await apiKeys.create({ name: longName, mode: 'test', scopes: ['creators:read', 'reports:read'] });
  await webhooks.create({ url: `https://hooks.acme.test/${'long'.repeat(20)}`, description: hebrew });
  await users.invite({ email: `${'long'.repeat(12)}@growth.test`, name: hebrew, role: 'member' });
  await exports.create({ resource: 'payouts', format: 'csv' });
  await groups.setTerms('vip', { terms: { rate: { type: 'percentage', value: 12 } } });
  const secret = longName.slice(0, 20);
  const { id, url } = await connections.create({ type: 'woocommerce', name: hebrew, secret });
  const rows = [
    `${longName.replaceAll(' ', '-')},49.90,2026-11-01T10:00:00Z,${trackingCode}`,
    'broken,none,,',
  ];
  const csv = ['orderId,amount,occurredAt,trackingCode', ...rows].join('\n');
  await reconciliations.create(id, { format: 'general', csv });
  for (const changes of [{ currency: 'JPY' }, { id: longName.repeat(2) }, { currency: longName }]) {
    const body = wooOrder(changes);
    await fetch(url, { method: 'POST', body, headers: signedHeaders(body, secret) });
  }
}

beforeAll(async () => {
  const { brand } = portal;
  quiet = await portal.newCreator(longName);
  const fraudRules = { selfReferral: { action: 'hold' } } as const;
  await brand.brands.update({ fraudRules });
  single = await addRow(brand, hebrew);
  await addSettings(brand, single);
  const program = `${import.meta.dirname}/../support/many-rows.ts`;
  const sizes = [rows, sellers].map(String);
  const many = await jsonOf([program, portal.dataDirectory, (await brand.brands.get()).id, ...sizes], {});
  busy = await brand.affiliates.get(many.affiliateId);
  const login = { email: 'admin@scale.test', password: demoPassword };
  const baseUrl = `${portal.origin}/v1`;
  await createClient({ baseUrl, login }).brands.update({ name: markup, fraudRules });
  await addRow(createClient({ baseUrl, login, mode: 'test' }), markup);
}, timeout);

type Problems = Readonly<Record<string, readonly string[]>>;

/** Opens the first page of each route that links lead to, with several tabs of one browser. */
async function problemsOfPages(name: string, starts: readonly string[], first: Opened): Promise<Problems> {
  const context = first.page.context();
  const others = [await context.newPage(), await context.newPage()];
  const tabs = [
    first,
    ...others.map((page): Opened => ({ page, complaints: complaintsOf(page, portal.origin) })),
  ];
  const found: Record<string, readonly string[]> = {};
  const visitors = tabs.map(({ page, complaints }) => async (address: string): Promise<string> => {
    const problems = [...(await problemsAt(page, `${portal.origin}${address}`, complaints))];
    // A text of the brand or of a creator with HTML has become an element.
    if ((await page.locator('img[src=x]').count()) > 0) problems.push('an image of a text');
    if (problems.length > 0) found[address] = problems;
    await takeScreenshot(page, `${name}${address.replaceAll(/\W+/g, '-').slice(0, 60)}`);
    return page.content();
  });
  for (const route of (await crawl(starts, visitors)).keys()) reached.add(route);
  await context.close();
  return found;
}

async function openConsole(plan: 'growth' | 'scale', mode: 'live' | 'test'): Promise<Opened> {
  const opened = await portal.open(`${portal.origin}/console/demo-sign-in?as=${plan}`);
  const sent = { form: { mode }, headers: { origin: portal.origin } };
  await opened.page.request.post(`${portal.origin}/console/mode`, sent);
  return opened;
}

async function completedImport(): Promise<string> {
  const { imports } = portal.brand;
  const { id } = await imports.create({ type: 'creators', csv: 'email\nundone@creators.test' });
  await imports.start(id, { onExisting: 'skip' });
  await until(
    () => imports.get(id),
    ({ status }) => status === 'completed',
    60_000,
  );
  return id;
}

describe(
  'the pages fit the screen, satisfy WCAG AA, isolate names, and cause no error and no request to another host',
  () => {
    test('a console with many rows of each kind', async () => {
      const { id } = await portal.brand.commissions.decide({
        decision: 'approve',
        filter: { status: 'pending', createdTo: '2020-01-01' },
      });
      const csv = `email;name\nimported@creators.test;${hebrew}\nno-address;${longName}`;
      const file = await portal.brand.imports.create({ type: 'creators', csv });
      const imported = await completedImport();
      const [payout] = (await portal.brand.payouts.list()).data;
      const starts = [
        '/console',
        `/console/payouts/${payout?.id}/paid`,
        `/console/commissions/decisions/${id}`,
        `/console/customers/details?id=${encodeURIComponent(customer)}`,
        '/console/settings/terms/group?name=vip',
        '/console/settings/webhooks/new',
        '/console/settings/connections/new',
        '/console/reports?groupBy=discount',
        '/console/payouts/new?check=1',
        `/console/creators/imports/${file.id}`,
        `/console/creators/imports/${file.id}/rows`,
        `/console/creators/imports/${imported}/undo`,
        '/console/commissions?status=pending',
      ];
      expect(await problemsOfPages('many', starts, await openConsole('growth', 'live'))).toEqual({});
    });

    test('a console with one row of each kind', async () => {
      expect(await problemsOfPages('one', ['/console'], await openConsole('scale', 'test'))).toEqual({});
    });

    test('a console without rows', async () => {
      const starts = ['/console', '/console/test-clock', '/console/payouts?status=canceled'];
      expect(await problemsOfPages('none', starts, await openConsole('growth', 'test'))).toEqual({});
    });

    test.each([
      ['many rows', () => busy],
      ['one row of each kind and a name from right to left', () => single],
      ['no rows and a long name', () => quiet],
    ] as const)('the portal of a creator with %s', async (name, creator) => {
      const home = new URL(portal.home).pathname;
      const starts = [home, `${home}?days=90`, `${home}/commissions?status=rejected`];
      const opened = await portal.openAs(creator());
      expect(await problemsOfPages(`portal-${name.slice(0, 4)}`, starts, opened)).toEqual({});
    });

    test('the pages before a sign-in', async () => {
      const home = new URL(portal.home).pathname;
      const paths = ['', '?sent=1', '?ended=1', '?token=link', '?done=out'].map(
        (rest) => `${home}/sign-in${rest}`,
      );
      const starts = [
        ...paths,
        ...['/creators', `${home}/join`, `${home}/joined`, `${home}/application?token=link`],
        ...['/console/sign-in', '/console/forgot-password', '/console/forgot-password?sent=1'],
      ];
      expect(await problemsOfPages('public', starts, await portal.open('about:blank'))).toEqual({});
      await portal.brand.brands.update({ portal: { applications: 'review' } });
      expect(await problemsOfPages('open', [`${home}/join`], await portal.open('about:blank'))).toEqual({});
    });

    test('the pages that follow a form', async () => {
      const { page, complaints } = await openConsole('growth', 'live');
      const open = (path: string) => page.goto(`${portal.origin}/console${path}`);
      const send = (form: Page | ReturnType<Page['locator']> = page) =>
        form.locator('main form[method=post] button').last().click();
      const problems: Problems[] = [];
      const look = async (name: string): Promise<void> => {
        problems.push({ [name]: await problemsOn(page, complaints) });
        await takeScreenshot(page, `form-${name}`);
      };
      await open('/settings/own/second-factor');
      await page.fill('#currentPassword', demoPassword);
      await send();
      await page.locator('svg.qr').waitFor();
      await look('factor');
      await open('/creators/invite-many');
      await page.fill('textarea', `no-address\n${longName}@, ${hebrew}`);
      await send();
      await look('invitations');
      await open('/codes/many');
      await page.fill('textarea', 'NOBODY5, 5, nobody@creators.test');
      await send();
      await look('codes');
      expect(problems.flatMap((one) => Object.values(one).flat())).toEqual([]);
    });
  },
  timeout,
);

test('the crawls have reached every route of the console and the portal', () => {
  const missing = [...pageRoutes('console'), ...pageRoutes('portal')].filter((route) => !reached.has(route));
  expect(reached.size).toBeGreaterThan(50);
  expect(missing).toEqual([]);
});
