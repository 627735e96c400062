// Starts a local stage, and opens its console in browsers in which a person of a demo brand has signed in.
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { demoPassword } from '#infra/local/demo/accounts.ts';
import { freePort } from '#infra/local/engine.ts';
import { type Client, createClient } from '#lib/client/index.ts';
import { type LocalStage, startLocalStage } from '#test/support/local-stage.ts';
import { useBrowser } from './browser.ts';
import { newDemoDirectory } from './demo-data.ts';

/** The forms of the console work without JavaScript, so most tests use none. */
const withoutScript: BrowserContextOptions = { javaScriptEnabled: false, locale: 'en' };

export function useConsole() {
  const { newContext } = useBrowser();
  let stage: LocalStage;
  let origin = '';

  beforeAll(async () => {
    const port = await freePort();
    origin = `http://localhost:${port}`;
    const settings = { PORT: String(port), DATA_DIR: newDemoDirectory(), WEBHOOKS_ALLOW_LOOPBACK: 'true' };
    stage = await startLocalStage(settings);
  });
  afterAll(async () => {
    stage.process.kill();
    await stage.exitCode;
  });

  /** Calls the API, to prepare and to check what the pages show. */
  const apiOf = (email: string): Client =>
    createClient({ baseUrl: `${origin}/v1`, login: { email, password: demoPassword } });

  async function signIn(email: string, options: BrowserContextOptions = withoutScript): Promise<Page> {
    const context = await newContext(options);
    const page = await context.newPage();
    await page.goto(`${origin}/console/sign-in`);
    await page.fill('#email', email);
    await page.fill('#password', demoPassword);
    await page.click('main button');
    return page;
  }

  const open = (page: Page, path: string) => page.goto(`${origin}/console${path}`);

  return { apiOf, signIn, open, originOf: () => origin };
}
