// Pays creators in the console as a manager does, without JavaScript: from the invitation to the result of the bank.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useConsole } from './signed-in.ts';

const admin = 'admin@scale.test';
const markup = '<img src=x onerror=alert(1)>';
const names = [`Ada ${markup}`, 'Ben', 'Cleo'];
const emails = names.map((_, index) => `payee-${index}@creators.test`);

const { apiOf, signIn, open, originOf } = useConsole();

const main = async (page: Page): Promise<string> => (await page.textContent('main')) ?? '';
const rowOf = (page: Page, text: string) => page.locator('table.list tbody tr', { hasText: text });

/** Invites three creators, who accept, and each of whom earns with an order that is approved. */
async function earn(page: Page): Promise<readonly string[]> {
  const { affiliates, conversions } = apiOf(admin);
  await open(page, '/creators/invite-many');
  await page.fill('#lines', emails.map((email, index) => `${email}, ${names[index]}`).join('\n'));
  await page.click('main form button');
  const invited = await Promise.all(emails.map(async (email) => (await affiliates.list({ email })).data[0]));
  const creators = invited.map((creator) => creator?.id ?? '');
  await Promise.all(creators.map((id) => affiliates.update(id, { status: 'active' })));
  await Promise.all(
    invited.map((creator, index) =>
      conversions.create({
        orderId: `paid-${index}`,
        amount: 100,
        trackingCode: creator?.trackingCode ?? '',
      }),
    ),
  );
  await open(page, '/commissions?status=pending');
  for (const index of names.keys()) await page.check(`[aria-label="Select: paid-${index}"]`);
  await page.click('button[value=approve]');
  expect(await page.textContent('.notice.good')).toBe('3 commissions are approved.');
  return creators;
}

async function enterAccount(page: Page): Promise<void> {
  await page.click('text=Enter the account');
  await page.fill('[id="payoutAccount.iban"]', 'DE89370400440532013000');
  await page.fill('[id="payoutAccount.name"]', 'Acme GmbH');
  await page.click('form[action$="/brand/account"] button');
  expect(await page.textContent('#account p')).toContain('DE** **** 3000, Acme GmbH');
}

/** Enters an IBAN on the page of a creator, after one that the API refuses. */
async function enterDetails(page: Page, creator: string, name: string): Promise<void> {
  await open(page, `/creators/${creator}`);
  await page.click('text=Enter the payment details');
  await page.fill('#name', name);
  await page.fill('#iban', 'DE00370400440532013000');
  await page.click('main form button');
  expect(await page.textContent('#iban-error')).not.toBe('');
  await page.fill('#iban', 'FR1420041010050500013M02606');
  await page.click('main form button');
  expect(await page.textContent('#payment')).toContain('FR** **** 2606');
  expect(await page.textContent('#payment')).not.toContain('20041010050500013');
}

async function upload(page: Page, content: string | Buffer): Promise<void> {
  await page.selectOption('#format', 'sepa');
  await page.setInputFiles('#csv', {
    name: 'result.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(content),
  });
  await page.click('form[action$="/results"] button');
}

test('a manager invites creators, approves their commissions, downloads a file, and uploads what the bank says', async () => {
  const page = await signIn(admin);
  const creators = await earn(page);
  await open(page, '/payouts');
  await page.click('text=Propose a payout');
  await page.click('text=Create this payout');
  const path = new URL(page.url()).pathname.replace('/console', '');
  await expect.poll(async () => ((await open(page, path)) ? main(page) : '')).toContain('To pay');
  expect(await rowOf(page, 'Ben').first().textContent()).toContain('No payment details');
  await enterAccount(page);
  for (const index of [0, 1]) await enterDetails(page, creators[index] ?? '', names[index] ?? '');

  await open(page, path);
  expect(await rowOf(page, 'SEPA').textContent()).toContain('2 · €');
  expect(await page.locator('main img').count()).toBe(0);
  const href = (await rowOf(page, 'SEPA').locator('a').getAttribute('href')) ?? '';
  const file = await page.request.get(`${originOf()}${href}`);
  expect(file.headers()['content-disposition']).toContain('.xml');
  const xml = await file.text();
  expect(xml).toContain('<IBAN>FR1420041010050500013M02606</IBAN>');
  const payments = [...xml.matchAll(/<EndToEndId>([^<]*)</g)].map(([, id]) => id);
  expect(payments).toHaveLength(2);

  await upload(page, '%PDF-1.4 this is no table');
  expect(await page.textContent('#csv-error')).toContain('Must have a header');
  await upload(page, 'a'.repeat(200_001));
  expect(await page.textContent('#csv-error')).toContain('larger than 200 KB');
  const rows = [
    `${payments[0]};Executed;`,
    `${payments[1]};Rejected;Account cl\xf4sed ${markup}`,
    'nobody;Executed;',
  ];
  await upload(page, Buffer.from(['EndToEndId;Status;Reason', ...rows].join('\n'), 'latin1'));
  expect(await page.textContent('.facts')).toMatch(/paid\s*1.*failed\s*1/s);
  expect(await rowOf(page, 'nobody').textContent()).toContain('This payout has no such payment.');
  await open(page, path);
  const text = await main(page);
  expect(text).toContain(`Account clôsed ${markup}`);
  expect(await page.locator('main img').count()).toBe(0);
  await page.context().close();
});

test('a result file that is sent twice is used once, and a form without a file is refused', async () => {
  const { payouts } = apiOf(admin);
  const [payout] = (await payouts.list({ status: ['ready'] })).data;
  const [line] = (await payouts.listLines(payout?.id ?? '')).data.filter(({ status }) => status === 'open');
  const page = await signIn(admin);
  await open(page, `/payouts/${payout?.id}`);
  const requestId = (await page.getAttribute('form[action$="/results"] [name=requestId]', 'value')) ?? '';
  const post = (csv: string) =>
    page.request.post(`${originOf()}/console/payouts/${payout?.id}/results`, {
      headers: { origin: originOf() },
      multipart: {
        requestId,
        format: 'general',
        csv: { name: 'r.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) },
      },
    });
  const csv = `affiliateId,status\n${line?.affiliateId},paid`;
  const [first, second] = [await post(csv), await post(csv)];
  const factsOf = (html: string) => /<dl class="facts">.*?<\/dl>/s.exec(html)?.[0] ?? '';
  expect(factsOf(await first.text())).toContain('<dt>Marked as paid</dt><dd>1</dd>');
  expect(factsOf(await second.text())).toBe(factsOf(await first.text()));
  const empty = await post('');
  expect([empty.status(), (await empty.text()).includes('Choose a file.')]).toEqual([400, true]);
  await page.context().close();
});
