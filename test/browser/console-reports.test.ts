// Tests webhooks, exports, the audit trail, reports and customers of the console in Chromium.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useConsole } from './signed-in.ts';

const admin = 'admin@growth.test';
const longName = `مصطفى ${'Donaudampfschifffahrtsgesellschaft'.repeat(2)} <b>`;

const { apiOf, signIn, open, originOf } = useConsole();
const success = (page: Page): Promise<string | null> => page.textContent('.notice.good');

/** Answers webhooks: the first request fails. */
let receiver: Server;
let received = 0;
beforeAll(() => {
  receiver = createServer((_, response) => {
    received += 1;
    response.writeHead(received === 1 ? 500 : 204).end();
  }).listen();
});
afterAll(() => receiver.close());

test('a webhook is created with a secret that is shown once, tested, retried, disabled, enabled and deleted', async () => {
  const page = await signIn(admin);
  await open(page, '/settings/webhooks/new');
  await page.fill('#url', `http://localhost:${(receiver.address() as AddressInfo).port}/hook`);
  await page.fill('#description', longName);
  await page.uncheck('[name=events][value="*"]');
  await page.check('[name=events][value="campaign.*"]');
  await page.click('form.stacked button');
  expect(await page.textContent('.secret code')).toMatch(/^whsec_/);
  const path = new URL(page.url()).pathname.replace('/console', '');
  await page.reload();
  expect(await page.isVisible('.secret')).toBe(false);
  const { campaigns, webhooks } = apiOf(admin);
  const read = async () => (await webhooks.list()).data.find(({ description }) => description === longName);
  expect(await read()).toMatchObject({ events: ['campaign.*'], status: 'enabled' });

  const showsState = async (state: string): Promise<boolean> => {
    await open(page, path);
    return ((await page.textContent('.settings section')) ?? '').includes(state);
  };
  await campaigns.create({ name: 'Sent to the webhook', startDate: '2026-01-01', endDate: '2099-01-01' });
  await expect.poll(() => showsState('Waiting')).toBe(true);
  expect(await page.textContent('.list')).toContain('1 attempt. Next:');
  await page.click('form[action$="/retry"] button');
  await expect.poll(() => showsState('Delivered')).toBe(true);
  await page.click('form[action$="/test"] button');
  expect(await success(page)).toBe('A test event is on its way.');
  await expect.poll(() => showsState('webhook_endpoint.test')).toBe(true);

  await page.click('form[action$="/disable"] button');
  expect(await read()).toMatchObject({ status: 'disabled' });
  await page.click('form[action$="/enable"] button');
  expect(await read()).toMatchObject({ status: 'enabled' });
  await page.click('form[action$="/remove"] button');
  expect(await read()).toBeUndefined();
  await page.context().close();
});

test('an export shows its progress, and its file can be downloaded', async () => {
  const page = await signIn(admin);
  await open(page, '/settings/exports');
  await page.selectOption('#resource', 'affiliates');
  await page.selectOption('#format', 'excel');
  await page.click('form.stacked button');
  expect(await success(page)).toBe('The export has begun.');
  const download = 'a:text-is("Download")';
  const isReady = async (): Promise<boolean> => {
    await open(page, '/settings/exports');
    return page.isVisible(download);
  };
  await expect.poll(isReady).toBe(true);
  const file = await page.request.get(`${originOf()}${await page.getAttribute(download, 'href')}`);
  expect((await file.body()).toString()).toMatch(/^\uFEFFid,name,email,/);
  await page.context().close();
});

test('the audit trail says in words who has changed what, with links instead of ids, and filters it', async () => {
  const { brands, affiliates } = apiOf(admin);
  await brands.update({ holdDays: 29 });
  const [creator] = (await affiliates.list({ status: ['active'] })).data;
  await affiliates.update(creator?.id ?? '', {
    name: 'Renamed',
    commissionOverride: { type: 'fixed', value: 7 },
  });
  const page = await signIn(admin);
  await open(page, '/settings/audit?type=settings');
  const first = await page.textContent('.list tbody tr');
  expect(first).toContain('The settings, the plan or the subscription of the brand changed.');
  expect(first).toContain('hold days: 30 → 29');
  await open(page, '/settings/audit?type=affiliate');
  const renamed = page.locator('.list tbody tr').first();
  expect(await renamed.getByRole('link', { name: 'Renamed' }).getAttribute('href')).toBe(
    `/console/creators/${creator?.id}`,
  );
  expect(await renamed.textContent()).toContain('commission override: – → type: fixed, value: 7');
  expect(await page.textContent('.list')).not.toMatch(/[{}]|_01/);
  await open(page, '/settings/audit?type=settings&createdTo=2020-01-01');
  expect(await page.textContent('.empty')).toContain('Nothing matches these filters.');
  await page.context().close();
});

describe('the reports', () => {
  test('the performance page and its files show what the API reports', async () => {
    const page = await signIn(admin);
    const { reports } = apiOf(admin);
    const report = await reports.performance({ groupBy: 'campaign' });
    await open(page, `/reports?groupBy=campaign&from=${report.from}&to=${report.to}`);
    expect(report.rows.length).toBeGreaterThan(1);
    expect(await page.locator('.list tbody tr').count()).toBe(report.rows.length);
    expect(await page.textContent('.list')).toContain(
      report.rows.find(({ key }) => key !== null)?.name ?? 'a name',
    );
    const links = await page.$$eval('.heading a', (all) =>
      all.map((link) => link.getAttribute('href') ?? ''),
    );
    const [csv, excel] = await Promise.all(links.map((link) => page.request.get(`${originOf()}${link}`)));
    const direct = await reports.performance(
      { groupBy: 'campaign', from: report.from, to: report.to, limit: 1000 },
      { headers: { accept: 'text/csv' } },
    );
    expect(await csv?.text()).toBe(direct);
    expect(csv?.headers()['content-disposition']).toBe('attachment; filename="performance.csv"');
    expect(excel?.headers()['content-disposition']).toBe('attachment; filename="performance-excel.csv"');
    expect((await excel?.body())?.toString()).toMatch(/^\uFEFFcampaignId,name,/);
    await page.context().close();
  });

  test('the page of debts shows each creator of the API, and its totals', async () => {
    const page = await signIn(admin);
    const { rows, totals } = await apiOf(admin).reports.payables();
    await open(page, '/reports/payables');
    expect(rows.length).toBeGreaterThan(1);
    expect(await page.locator('.list tbody tr').count()).toBe(rows.length);
    expect(await page.textContent('.figures')).toContain(totals.due.toFixed(2));
    await page.context().close();
  });
});

test('a customer is found by the id of the shop, moved, and erased only after a confirmation', async () => {
  const { affiliates, conversions, customers } = apiOf(admin);
  const [one, other] = (await affiliates.list({ status: ['active'] })).data;
  const customerId = 'kunde/7?&"<i>@shop.test';
  const order = { customerId, amount: 20, occurredAt: new Date().toISOString() };
  await conversions.create({ ...order, orderId: 'order-of-7', trackingCode: one?.trackingCode });
  const page = await signIn(admin);
  await open(page, '/customers');
  await page.fill('#id', 'nobody');
  await page.click('search button');
  expect(await page.textContent('.empty')).toContain('No customer with the id nobody');
  await open(page, '/customers');
  await page.fill('#id', customerId);
  await page.click('search button');
  expect(await page.textContent('h1')).toBe(customerId);
  expect(await page.textContent('.list')).toContain('order-of-7');
  await page.fill('#affiliateId', other?.id ?? '');
  await page.fill('#reason', longName);
  await page.click('form[action$="/move"] button');
  expect(await customers.get(customerId)).toMatchObject({ affiliateId: other?.id, reason: longName });
  await page.click('a:has-text("Erase personal data")');
  await page.$eval('[name=sure]', (box) => box.removeAttribute('required'));
  await page.click('form[action$="/erase"] button');
  expect(await customers.get(customerId)).toMatchObject({ customerId });
  await page.check('[name=sure]');
  await page.click('form[action$="/erase"] button');
  expect(await success(page)).toContain('The erasure has begun.');
  await expect.poll(async () => (await customers.list()).data[0]?.customerId).toBeNull();
  await page.context().close();
});
