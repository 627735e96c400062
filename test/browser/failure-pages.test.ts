// Shows the pages of failures in Chromium, with the API in this process, because a local stage has no failures on request.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { portalPages } from '#lib/pages/portal/pages.ts';
import { pageHandler } from '#lib/pages/shared/handler.ts';
import { createAccount } from '#test/support/accounts.ts';
import { prepareFailure, signedIn, visitConsole } from '#test/support/console.ts';
import { type Page as Answer, newVisitor, pagesOrigin } from '#test/support/page-visitor.ts';
import { takeScreenshot, useBrowser } from './browser.ts';
import { complaintsOf, problemsOn } from './looks.ts';

const { newContext } = useBrowser();
let page: Page;
let complaints: string[];
let answer: Answer;

const portal = newVisitor(pageHandler('pages.portal', portalPages()));

const assetsOf = (path: string) => (path.startsWith('/console') ? visitConsole() : portal);

beforeAll(async () => {
  page = await (await newContext({ locale: 'en' })).newPage();
  complaints = complaintsOf(page, pagesOrigin);
  await page.route(`${pagesOrigin}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    const { headers, text: body } = pathname.includes('/assets/')
      ? await assetsOf(pathname).get(pathname)
      : answer;
    return route.fulfill({ status: 200, headers: { ...headers }, body });
  });
});
afterAll(() => {
  vi.unstubAllGlobals();
});

async function problemsOfAnswer(name: string, given: Answer): Promise<readonly string[]> {
  answer = given;
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto(`${pagesOrigin}/${name}`);
  await takeScreenshot(page, `failure-${name}`);
  return problemsOn(page, complaints);
}

const failures = [
  ['busy', 503, { code: 'service_busy' }],
  ['limited', 429, { code: 'request_limit_reached' }],
  ['refused', 403, { code: 'plan_required' }],
  ['conflict', 409, { code: 'status_conflict' }],
  ['failed', 500, { code: 'internal_error' }],
] as const;

test.each(failures)(
  'the page of a failure, %s, satisfies WCAG AA and fits the screen',
  async (name, status, body) => {
    const { visitor } = await signedIn();
    const end = prepareFailure('GET /payouts', status, {
      ...body,
      message: 'Donaudampfschifffahrt'.repeat(8),
    });
    const failed = await visitor.get('/console/payouts');
    end();
    expect(failed.status).toBe(status);
    expect(await problemsOfAnswer(name, failed)).toEqual([]);
  },
);

test('a page that a busy service has refused opens itself again after the seconds that it names', async () => {
  const { visitor } = await signedIn();
  const end = prepareFailure('GET /payouts', 503, { code: 'service_busy' });
  const busy = await visitor.get('/console/payouts');
  end();
  const open = await (await newContext({ locale: 'en' })).newPage();
  await open.clock.install();
  const answers = [busy, await visitor.get('/console/payouts')];
  await open.route(`${pagesOrigin}/console/payouts`, async (route) => {
    const { headers, text: body } = answers.shift() ?? busy;
    return route.fulfill({ status: 200, headers: { ...headers }, body });
  });
  await open.route(`${pagesOrigin}/**/assets/**`, async (route) => {
    const { headers, text: body } = await visitor.get(new URL(route.request().url()).pathname);
    return route.fulfill({ status: 200, headers: { ...headers }, body });
  });
  await open.goto(`${pagesOrigin}/console/payouts`);
  expect(await open.textContent('h1')).toBe('Please try again');
  await open.clock.runFor(5000);
  await open.waitForSelector('h1:has-text("Payouts")');
});

test('the steps of a sign-in satisfy WCAG AA and fit the screen', async () => {
  const { email, password } = await createAccount();
  const steps = [
    ['code', 401, { code: 'second_factor_required' }],
    ['challenge', 429, { code: 'login_challenge', challenge: { token: 'token', difficulty: 255 } }],
  ] as const;
  for (const [name, status, body] of steps) {
    const end = prepareFailure('POST /auth/brand/login', status, body, { 'retry-after': '600' });
    const step = await visitConsole().post('/console/sign-in', { email, password });
    end();
    expect(step.text).toContain('name="proof"');
    expect(await problemsOfAnswer(name, step)).toEqual([]);
  }
});

test('the refusal of a form from another site satisfies WCAG AA and fits the screen', async () => {
  const refused = await portal.post('/creators/brand/sign-out', {}, { origin: 'https://evil.test' });
  expect(refused.status).toBe(403);
  expect(await problemsOfAnswer('cross-site', refused)).toEqual([]);
});
