// Opens pages in Chromium, at the width of a small phone.
import { mkdirSync } from 'node:fs';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { chromiumProgram } from '#test/support/chromium.ts';
import { send } from '#test/support/service.ts';

export const colorSchemes = ['light', 'dark'] as const;
export type ColorScheme = (typeof colorSchemes)[number];

const origin = 'https://api.acme.test';
const screenshots = `${import.meta.dirname}/../../node_modules/.cache/screenshots`;

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Answers the requests of a page with the service in this process. No request reaches a network. */
async function serve(context: BrowserContext): Promise<void> {
  await context.route('**/*', async (route) => {
    const request = route.request();
    const { pathname, search, origin: requested } = new URL(request.url());
    if (requested !== origin) return route.abort();
    const body = request.postData();
    const headers = await request.allHeaders();
    const answer = await send(request.method(), `${pathname.replace('/v1', '')}${search}`, {
      headers,
      ...(body !== null && { body }),
    });
    return route.fulfill({ status: answer.status, headers: { ...answer.headers }, body: answer.text });
  });
}

/** Starts one browser for the tests of a file. */
export function useBrowser() {
  let browser: Browser;
  let document: Promise<Page> | undefined;
  beforeAll(async () => {
    mkdirSync(screenshots, { recursive: true });
    browser = await chromium.launch({ executablePath: chromiumProgram ?? 'chromium', args });
  });
  afterAll(() => browser.close());

  const newContext = async (options: BrowserContextOptions): Promise<BrowserContext> => {
    const context = await browser.newContext(options);
    context.setDefaultTimeout(60_000);
    return context;
  };
  const newPage = async (colorScheme: ColorScheme): Promise<Page> => {
    const viewport = { width: 375, height: 667 };
    const context = await newContext({ colorScheme, viewport });
    await serve(context);
    return context.newPage();
  };
  return {
    newContext,
    openPath: async (path: string, colorScheme: ColorScheme = 'light') => {
      const page = await newPage(colorScheme);
      await page.goto(`${origin}/v1${path}`);
      return page;
    },
    /** Replaces the content of one page, because a new page takes longer than its content. */
    openHtml: async (html: string, colorScheme: ColorScheme = 'light') => {
      document ??= newPage(colorScheme);
      const page = await document;
      await page.emulateMedia({ colorScheme });
      await page.setContent(html);
      return page;
    },
  };
}

/** Saves what the page looks like, for people who change its design and set `SCREENSHOTS`. */
export async function takeScreenshot(page: Page, name: string): Promise<void> {
  if (process.env.SCREENSHOTS) await page.screenshot({ path: `${screenshots}/${name}.png`, fullPage: true });
}
