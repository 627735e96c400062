// Shows the console of a local stage in Chromium: on a phone and on a desk, in both colour schemes, with no data, some and much.
import axe, { type AxeResults } from 'axe-core';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoPassword } from '#infra/local/demo/accounts.ts';
import { freePort } from '#infra/local/engine.ts';
import { type LocalStage, newDataDirectory, startLocalStage } from '#test/support/local-stage.ts';
import { type ColorScheme, takeScreenshot, useBrowser } from './browser.ts';

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
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('request', (request) => {
    if (!/^data:/.test(request.url()) && new URL(request.url()).origin !== origin)
      complaints.push(request.url());
  });
  return { context, page, complaints };
}

async function signIn({ page }: Visitor): Promise<void> {
  await page.goto(`${origin}/console`);
  await page.getByLabel('E-mail address').fill('admin@growth.test');
  await page.getByLabel('Password').fill(demoPassword);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${origin}/console`);
}

/** These rules form level AA. */
const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

async function problemsOf({ page, complaints }: Visitor): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const found: AxeResults = await page.evaluate(
    `axe.run(document, { runOnly: ${JSON.stringify(levels)}, resultTypes: ['violations'] })`,
  );
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return [
    ...complaints.splice(0),
    ...found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
    ...(excess > 0 ? [`the page is ${excess} px too wide`] : []),
  ];
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
    await visitor.page.goto(`${origin}${path}`);
    await takeScreenshot(visitor.page, `console-${name}${path.replaceAll(/\W+/g, '-')}`.slice(0, 80));
    const problems = await problemsOf(visitor);
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

describe.each([
  [1440, 'light'],
  [1440, 'dark'],
  [375, 'light'],
  [375, 'dark'],
] as const)('the console at a width of %i px in %s mode', (width, scheme) => {
  test('no page has an error, a request to another host, a violation of WCAG AA or horizontal scrolling, with many rows and without any', async () => {
    const visitor = await visit(width, scheme);
    await visitor.page.goto(`${origin}/console/sign-in`);
    await takeScreenshot(visitor.page, `console-sign-in-${width}-${scheme}`);
    expect(await problemsOf(visitor)).toEqual([]);
    await signIn(visitor);
    expect(await problemsOfPages(visitor, `${width}-${scheme}`)).toEqual({});
    await visitor.page.getByRole('button', { name: 'Test mode' }).click();
    await visitor.page.getByText('Test mode: nothing here is real.').waitFor();
    expect(await problemsOfPages(visitor, `${width}-${scheme}-test`)).toEqual({});
    await visitor.context.close();
  }, 240_000);
});

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
  for (const width of [375, 1440]) {
    const visitor = await visit(width, 'light');
    await signIn(visitor);
    await visitor.page.getByRole('button', { name: 'Test mode' }).click();
    await visitor.page.getByText('Test mode: nothing here is real.').waitFor();
    expect(await problemsOfPages(visitor, `names-${width}`)).toEqual({});
    await visitor.page.goto(`${origin}/console/commissions`);
    for (const name of names)
      expect(await visitor.page.getByText(name, { exact: true }).isVisible()).toBe(true);
    await visitor.context.close();
  }
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
