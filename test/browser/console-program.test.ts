// Tests the console's pages of creators, campaigns, codes and orders on a local stage, as a manager uses them.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '#infra/local/engine.ts';
import { type LocalStage, startLocalStage } from '#test/support/local-stage.ts';
import { useBrowser } from './browser.ts';
import { newDemoDirectory } from './demo-data.ts';

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

async function signIn(): Promise<Page> {
  const context = await newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${origin}/console/demo-sign-in?as=growth`);
  return page;
}

async function open(page: Page, path: string): Promise<void> {
  const response = await page.goto(`${origin}${path}`);
  expect([path, response?.status()]).toEqual([path, 200]);
}

const send = (page: Page): Promise<void> =>
  page.locator('main form button:not([type=button])').last().click();

const linkIn = async (page: Page, list: string): Promise<string> => {
  await open(page, list);
  return (await page.locator('table.list tbody a').first().getAttribute('href')) ?? '';
};

describe('the pages of creators', () => {
  test('a name with HTML is shown as text, and the search finds it', async () => {
    const page = await signIn();
    await open(page, '/console/creators/invite');
    await page.locator('[name=email]').fill('html@creators.test');
    await page.locator('[name=name]').fill('<img src=x> Html');
    await send(page);
    expect(await page.locator('h1').textContent()).toBe('<img src=x> Html');
    await open(page, `/console/creators?q=${encodeURIComponent('html@')}`);
    expect(await page.locator('table.list tbody tr').count()).toBe(1);
    expect(await page.locator('main img').count()).toBe(0);
  });

  test('a form that is sent twice invites one creator', async () => {
    const page = await signIn();
    await open(page, '/console/creators/invite');
    const requestId = await page.locator('[name=requestId]').getAttribute('value');
    const form = { requestId: requestId ?? '', email: 'twice@creators.test', name: 'Twice' };
    const post = () => page.request.post(`${origin}/console/creators/invite`, { form, headers: { origin } });
    const [first, second] = [await post(), await post()];
    expect(second.url()).toBe(first.url());
    expect(await second.text()).toContain('The creator is invited.');
    await open(page, '/console/creators?q=twice');
    expect(await page.locator('table.list tbody tr').count()).toBe(1);
  });

  test('a list of addresses invites the valid ones, and shows the problem of each other line beside it', async () => {
    const page = await signIn();
    await open(page, '/console/creators/invite-many');
    await page.locator('textarea').fill('ok@creators.test, Okay\nno-address\nok@creators.test');
    await send(page);
    const rows = await page.locator('table.list tbody tr').allTextContents();
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatch(/^2: no-address.*\w/s);
    expect(await page.locator('textarea').inputValue()).toBe('no-address\nok@creators.test');
    expect(await page.locator('.notice').first().textContent()).toContain('1 creator is invited.');
  });

  test('a change of the status and the rate is saved, and a rate that the API refuses is shown at its field', async () => {
    const page = await signIn();
    const path = await linkIn(page, '/console/creators?q=Leo');
    await open(page, `${path}/change`);
    await page.locator('[name=status]').selectOption('paused');
    await page.locator('[name="commissionOverride.type"]').selectOption('percentage');
    await page.locator('[name="commissionOverride.value"]').fill('120');
    await send(page);
    expect(await page.locator('.field .error').textContent()).toContain('100');
    await page.locator('[name="commissionOverride.value"]').fill('12.5');
    await send(page);
    expect(await page.locator('.facts').textContent()).toMatch(/Paused.*12\.5%/s);
  });
});

describe('the pages of campaigns, codes and orders', () => {
  test('a draft gets a member, and is deleted after a question', async () => {
    const page = await signIn();
    await open(page, '/console/campaigns/new');
    await page.locator('[name=name]').fill('Browser draft');
    await send(page);
    const path = new URL(page.url()).pathname;
    await page.locator('[name=creator]').fill('nobody@creators.test');
    await page.locator(`form[action="${path}/members"] button`).click();
    expect(await page.locator('.field .error').textContent()).toContain('No creator');
    await page.locator('[name=creator]').fill('maya-lindqvist');
    await page.locator(`form[action="${path}/members"] button`).click();
    expect(await page.locator('table.list').textContent()).toContain('Maya Lindqvist');
    page.once('dialog', (dialog) => dialog.accept());
    await page.locator(`form[action="${path}/delete"] button`).click();
    await page.waitForURL('**/campaigns?done=campaignDeleted');
    expect(await page.locator('main').textContent()).not.toContain('Browser draft');
  });

  test('lines of codes create those whose creator exists', async () => {
    const page = await signIn();
    await open(page, '/console/codes/many');
    await page.locator('textarea').fill('MAYA33, 33%, maya-lindqvist\nNOBODY5, 5, nobody@creators.test');
    await send(page);
    expect(await page.locator('table.list tbody tr').allTextContents()).toHaveLength(1);
    await open(page, '/console/codes?code=MAYA33');
    expect(await page.locator('table.list tbody').textContent()).toMatch(/Maya Lindqvist.*33%/s);
  });

  test('an order explains in a sentence who earned and why', async () => {
    const page = await signIn();
    await open(page, await linkIn(page, '/console/orders?attribution=attributed'));
    expect(await page.locator('.receipt').textContent()).toMatch(/ earned .* because .*\.$/);
    await open(page, await linkIn(page, '/console/orders?attribution=noReference'));
    expect(await page.locator('.receipt').textContent()).toMatch(/^Nobody earned, because/);
  });

  test('lists without rows say what to do, and filters without a match can be cleared', async () => {
    const page = await signIn();
    await page.request.post(`${origin}/console/mode`, { form: { mode: 'test' }, headers: { origin } });
    for (const path of ['creators', 'campaigns', 'codes', 'orders']) {
      await open(page, `/console/${path}`);
      expect(await page.locator('.empty').count()).toBe(1);
    }
    await open(page, '/console/creators?status=banned');
    await page.locator('.empty a').click();
    expect(new URL(page.url()).search).toBe('');
  });
});
