// Starts a local stage, and gives tests of the portal a brand, creators and browsers.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { demoPassword } from '#infra/local/demo/accounts.ts';
import { freePort } from '#infra/local/engine.ts';
import { type Affiliate, type Client, createClient } from '#lib/client/index.ts';
import { type LocalStage, startLocalStage } from '#test/support/local-stage.ts';
import { useBrowser } from './browser.ts';
import { newDemoDirectory } from './demo-data.ts';
import { complaintsOf } from './looks.ts';

export interface Opened {
  readonly page: Page;
  /** Collects messages of the console, and requests to other hosts. */
  readonly complaints: string[];
}

export function usePortal() {
  const { newContext } = useBrowser();
  const dataDirectory = newDemoDirectory();
  let stage: LocalStage;
  let origin = '';
  let count = 0;

  beforeAll(async () => {
    const port = await freePort();
    origin = `http://localhost:${port}`;
    stage = await startLocalStage({ PORT: String(port), DATA_DIR: dataDirectory });
  });
  afterAll(async () => {
    stage.process.kill();
    await stage.exitCode;
  });

  const adminOf = (plan: 'growth' | 'scale', mode: 'live' | 'test' = 'live'): Client =>
    createClient({
      mode,
      baseUrl: `${origin}/v1`,
      login: { email: `admin@${plan}.test`, password: demoPassword },
    });

  /** Tests of one file share this brand. */
  let brand: Client;
  let home = '';
  beforeAll(async () => {
    brand = adminOf('growth');
    home = `${origin}/creators/${(await brand.brands.get()).slug}`;
  });

  async function newCreator(name = 'Ada', its: Client = brand): Promise<Affiliate> {
    count += 1;
    const email = `creator-${count}@creators.test`;
    const { id } = await its.affiliates.invite({ name, email, trackingCode: `portal-${count}` });
    return its.affiliates.update(id, { status: 'active' });
  }

  async function open(url: string, options: BrowserContextOptions = {}): Promise<Opened> {
    const context = await newContext({ viewport: { width: 375, height: 812 }, locale: 'en', ...options });
    const page = await context.newPage();
    const complaints = complaintsOf(page, origin);
    await page.goto(url);
    return { page, complaints };
  }

  /** Opens the portal with a link that the brand requests. */
  async function openAs(
    { id }: Affiliate,
    options: BrowserContextOptions = {},
    its = brand,
  ): Promise<Opened> {
    const { url } = await its.affiliates.createSession(id);
    const opened = await open(url, options);
    await opened.page.locator('main button').click();
    await opened.page.locator('.frame').waitFor();
    return opened;
  }

  /** Returns a one-time link of the portal in an e-mail to an address. Other e-mails have other links. */
  function linkTo(address: string): string {
    const directory = join(dataDirectory, 'emails');
    const mails = readdirSync(directory).map((name) => readFileSync(join(directory, name), 'utf8'));
    const link = /https?:\/\/[^\s"]+\/creators\/[^\s"?]+\?token=[^\s"]+/;
    const links = mails.map((mail) => (mail.includes(address) ? link.exec(mail)?.[0] : undefined));
    return links.find((found) => found !== undefined) ?? '';
  }

  return {
    get brand() {
      return brand;
    },
    /** The address of the first page, such as `http://localhost:3000/creators/acme`. */
    get home() {
      return home;
    },
    get origin() {
      return origin;
    },
    ...{ dataDirectory, adminOf, newCreator, open, openAs, linkTo },
  };
}
