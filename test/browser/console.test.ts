// Shows the console of a local stage in Chromium: on a phone and on a desk, in both colour schemes, with no data, some and much.
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoPassword } from '#infra/local/demo/accounts.ts';
import { freePort } from '#infra/local/engine.ts';
import { type LocalStage, newDataDirectory, startLocalStage } from '#test/support/local-stage.ts';
import { type ColorScheme, takeScreenshot, useBrowser } from './browser.ts';
import { complaintsOf, problemsAt } from './looks.ts';

const { newContext } = useBrowser();
let stage: LocalStage;
let origin = '';

beforeAll(async () => {
  const port = await freePort();
  origin = `http://localhost:${port}`;
  stage = await startLocalStage({ PORT: String(port), DATA_DIR: newDataDirectory() });
});

afterAll(async () => {
  stage.process.kill();
  await stage.exitCode;
});

interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Collects messages of the console, and requests to other hosts. */
  readonly complaints: string[];
}

async function visit(width: number, colorScheme: ColorScheme): Promise<Visitor> {
  const context = await newContext({ viewport: { width, height: 900 }, colorScheme });
  const page = await context.newPage();
  return { context, page, complaints: complaintsOf(page, origin) };
}

async function signIn({ page }: Visitor): Promise<void> {
  await page.goto(`${origin}/console`);
  await page.getByLabel('E-mail address').fill('admin@growth.test');
  await page.getByLabel('Password').fill(demoPassword);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${origin}/console`);
}

const lists = ['/console', '/console/commissions', '/console/payouts', '/console/payouts/new?check=1'];

/** The pages of the first row of each list. */
async function details(page: Page): Promise<readonly string[]> {
  const paths: string[] = [];
  for (const list of lists.slice(1, 3)) {
    await page.goto(`${origin}${list}`);
    const links = page.locator('tbody a');
    if ((await links.count()) > 0) paths.push((await links.first().getAttribute('href')) ?? '');
  }
  return paths;
}

async function problemsOfPages(
  visitor: Visitor,
  name: string,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const found: Record<string, readonly string[]> = {};
  const extra = ['/console/test-clock', '/console/payouts?status=canceled'];
  for (const path of [...lists, ...(await details(visitor.page)), ...extra]) {
    const problems = await problemsAt(visitor.page, `${origin}${path}`, visitor.complaints);
    await takeScreenshot(visitor.page, `console-${name}${path.replaceAll(/\W+/g, '-')}`.slice(0, 80));
    if (problems.length > 0) found[path] = problems;
  }
  return found;
}

/** The API with the token of the demo account, in test mode. */
async function testApi(path: string, body: object): Promise<Record<string, string>> {
  const post = async (address: string, sent: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${origin}/v1${address}`, {
      method: address.startsWith('/affiliates/aff') ? 'PATCH' : 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(sent),
    });
    const { data, message } = await response.json();
    if (!response.ok) throw new Error(`${address}: ${message}`);
    return data;
  };
  const { accessToken } = await post('/auth/brand/login', {
    email: 'admin@growth.test',
    password: demoPassword,
  });
  return post(path, body, { authorization: `Bearer ${accessToken}`, 'x-mode': 'test' });
}

const longName = `${'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk'.repeat(2)}`;

test('no page has an error, a request to another host, a violation of WCAG AA or horizontal scrolling, with many rows and without any', async () => {
  const visitor = await visit(375, 'light');
  const { page, complaints, context } = visitor;
  expect(await problemsAt(page, `${origin}/console/sign-in`, complaints)).toEqual([]);
  await signIn(visitor);
  expect(await problemsOfPages(visitor, 'live')).toEqual({});
  await page.getByRole('button', { name: 'Test mode' }).click();
  await page.getByText('Test mode: nothing here is real.').waitFor();
  expect(await problemsOfPages(visitor, 'test')).toEqual({});
  await context.close();
}, 240_000);

test('names that are long, written from right to left or contain HTML stay inside of their cells', async () => {
  const names = [longName, 'مريم الفاسي', '<b onclick="alert(1)">Bold</b>'];
  for (const [index, name] of names.entries()) {
    const trackingCode = `name-${index}`;
    const { id } = await testApi('/affiliates/invite', {
      email: `${trackingCode}@creators.test`,
      name,
      trackingCode,
    });
    await testApi(`/affiliates/${id}`, { status: 'active' });
    await testApi('/conversions', {
      orderId: `${'long-order-'.repeat(5)}${index}`,
      amount: 98_765.43,
      trackingCode,
    });
  }
  const visitor = await visit(375, 'light');
  await signIn(visitor);
  await visitor.page.getByRole('button', { name: 'Test mode' }).click();
  await visitor.page.getByText('Test mode: nothing here is real.').waitFor();
  expect(await problemsOfPages(visitor, 'names')).toEqual({});
  for (const width of [375, 1440]) {
    await visitor.page.setViewportSize({ width, height: 812 });
    await visitor.page.goto(`${origin}/console/commissions`);
    for (const name of names)
      expect(await visitor.page.getByText(name, { exact: true }).isVisible()).toBe(true);
  }
  await visitor.context.close();
}, 240_000);

describe('the script of the console', () => {
  test('the plots are drawn, and their numbers are in a table', async () => {
    const visitor = await visit(1440, 'light');
    await signIn(visitor);
    expect(await visitor.page.locator('.plot canvas').count()).toBe(4);
    await visitor.page.getByText('Show the numbers').first().click();
    expect(await visitor.page.locator('.plot').first().locator('tbody tr').count()).toBe(30);
    await visitor.context.close();
  });

  test('a person selects all commissions with the keyboard, and must confirm a decision about all of the filter', async () => {
    const { page, context } = await visit(1440, 'light');
    await signIn({ page, context, complaints: [] });
    await page.goto(`${origin}/console/commissions?status=pending`);
    await page.getByLabel('Select all').focus();
    await page.keyboard.press('Space');
    expect(await page.locator('tbody input:checked').count()).toBe(await page.locator('tbody tr').count());
    const questions: string[] = [];
    page.on('dialog', (dialog) => {
      questions.push(dialog.message());
      void dialog.dismiss();
    });
    await page.getByRole('button', { name: /^Reject all/ }).click();
    expect(questions).toEqual([expect.stringMatching(/^Reject all \d+\?$/)]);
    expect(page.url()).toBe(`${origin}/console/commissions?status=pending`);
    await context.close();
  });

  test('the script solves the challenge of a sign-in, and sends the form', async () => {
    const { page, context } = await visit(375, 'light');
    const script = await (await fetch(`${origin}/console/sign-in`)).text();
    const [tag = ''] = /<script src="[^"]*"[^>]*>/.exec(script) ?? [];
    const form = '<input type="hidden" name="solution" value=""></form>';
    const html = `<form method="post" action="/console/sign-in" data-challenge="abc" data-difficulty="12">${form}${tag}</script>`;
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await page.route('**/challenge', (route) => route.fulfill({ contentType: 'text/html', body: html }));
    await page.goto(`${origin}/console/challenge`);
    const solution = new URLSearchParams((await sent).postData() ?? '').get('solution');
    const digest = new Uint8Array(
      await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`abc.${solution}`)),
    );
    expect([digest[0], (digest[1] ?? 255) >> 4]).toEqual([0, 0]);
    await context.close();
  });
});
