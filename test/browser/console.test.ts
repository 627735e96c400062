// Tests the script of the console of a local stage in Chromium.
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoPassword } from '#infra/local/demo/accounts.ts';
import { freePort } from '#infra/local/engine.ts';
import { type LocalStage, startLocalStage } from '#test/support/local-stage.ts';
import { type ColorScheme, useBrowser } from './browser.ts';
import { newDemoDirectory } from './demo-data.ts';
import { complaintsOf } from './looks.ts';

const { newContext } = useBrowser();
let stage: LocalStage;
let origin = '';

beforeAll(async () => {
  const port = await freePort();
  origin = `http://localhost:${port}`;
  stage = await startLocalStage({ PORT: String(port), DATA_DIR: newDemoDirectory() });
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
    await page.getByRole('button', { name: /^Reject all/ }).click();
    await page.getByRole('heading', { name: /^Reject all \d+$/ }).waitFor();
    const { pathname, searchParams } = new URL(page.url());
    expect([pathname, searchParams.get('status')]).toEqual(['/console/commissions/all', 'pending']);
    expect(await page.getByLabel('Reason').getAttribute('required')).not.toBeNull();
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
