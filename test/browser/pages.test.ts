// Tests the pages of a local stage as a new user sees them: in Chromium, on a phone and on a desk.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import axe, { type AxeResults } from 'axe-core';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '#infra/local/engine.ts';
import { operationsOf } from '#lib/surface/api/json-schema.ts';
import { type LocalStage, startLocalStage } from '#test/support/local-stage.ts';
import { hasTurn } from '#test/support/size.ts';
import { takeScreenshot, useBrowser } from './browser.ts';
import { newDemoDirectory } from './demo-data.ts';

const { newContext } = useBrowser();
const run = promisify(execFile);
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

const textAt = async (path: string): Promise<string> => (await fetch(`${origin}${path}`)).text();

const linksIn = (html: string): readonly string[] => [
  ...new Set([...html.matchAll(/href="(\/[^"]*|#[^"]*)"/g)].map(([, target = '']) => target)),
];

/** Returns the paths of all pages, from the home page and the menu. */
async function pagePaths(): Promise<readonly string[]> {
  const linked = [await textAt('/'), await textAt('/v1/docs')].flatMap(linksIn);
  const paths = linked.map((target) => target.split('#')[0] ?? '');
  return [...new Set(paths)].filter((path) => path === '/' || /^\/v1\/docs(\/[\w-]+)?$/.test(path));
}

/** These rules form level AA. */
const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

interface Opened {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Collects messages of the console, and requests to other hosts. */
  readonly complaints: string[];
}

async function open(
  path: string,
  options: Parameters<typeof newContext>[0] = { viewport: { width: 1440, height: 900 } },
): Promise<Opened> {
  const context = await newContext(options);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('request', (request) => {
    if (!/^data:/.test(request.url()) && new URL(request.url()).origin !== origin)
      complaints.push(request.url());
  });
  await page.goto(`${origin}${path}`);
  return { context, page, complaints };
}

async function problemsOf({ page, complaints }: Opened): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const found: AxeResults = await page.evaluate(
    `axe.run(document, { runOnly: ${JSON.stringify(levels)}, resultTypes: ['violations'] })`,
  );
  const violations = found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return [
    ...complaints.splice(0),
    ...violations,
    ...(excess > 0 ? [`the page is ${excess} px too wide`] : []),
  ];
}

describe.each([
  { look: 0, width: 1440, colorScheme: 'light' },
  { look: 1, width: 375, colorScheme: 'dark' },
] as const)('the pages at a width of $width px in $colorScheme mode', ({ look, width, colorScheme }) => {
  test('every page has no error, no request to another host, no violation of WCAG AA and no horizontal scrolling', async () => {
    const paths = await pagePaths();
    expect(paths).toEqual(expect.arrayContaining(['/', '/v1/docs', '/v1/docs/concepts', '/v1/docs/limits']));
    const opened = await open('/', { viewport: { width, height: 800 }, colorScheme });
    await takeScreenshot(opened.page, `home-${width}`);
    const problems: (readonly [path: string, found: readonly string[]])[] = [];
    // In CI, each page has one of the looks.
    for (const path of paths.filter((_, index) => hasTurn(index + look, 1, 2))) {
      await opened.page.goto(`${origin}${path}`);
      problems.push([path, await problemsOf(opened)]);
    }
    await opened.context.close();
    expect(problems.filter(([, found]) => found.length > 0)).toEqual([]);
  });
});

test('every operation of the OpenAPI document is in the list and on the page to which it links', async () => {
  const document = JSON.parse(await textAt('/v1/openapi.json'));
  const links = linksIn(await textAt('/v1/docs'));
  const operations = operationsOf(document).map(({ operationId, summary }) => ({ operationId, summary }));
  expect(operations.length).toBeGreaterThan(100);
  const missing = await Promise.all(
    operations.map(async ({ operationId, summary }) => {
      const target = links.find((link) => link.endsWith(`#${operationId}`)) ?? '';
      return (await textAt(target)).includes(`<h2 id="${operationId}">${summary}</h2>`) ? [] : [operationId];
    }),
  );
  expect(missing.flat()).toEqual([]);
});

test('every type of event is a section of the page of webhooks', async () => {
  const { webhooks } = JSON.parse(await textAt('/v1/openapi.json'));
  const html = await textAt('/v1/docs/reference-webhook-events');
  expect(webhooks).toHaveProperty(['conversion.recorded']);
  expect(Object.keys(webhooks).filter((type) => !html.includes(`<h3 id="${type}">`))).toEqual([]);
});

test('every link of a page leads to an existing page and section', async () => {
  const paths = await pagePaths();
  const texts = new Map(await Promise.all(paths.map(async (path) => [path, await textAt(path)] as const)));
  const targets = [...texts].flatMap(([path, html]) =>
    linksIn(html).map((target) => (target.startsWith('#') ? `${path}${target}` : target)),
  );
  const isBroken = async (target: string): Promise<boolean> => {
    const [path = '', anchor] = target.split('#');
    const html = texts.get(path);
    if (html === undefined) return (await fetch(`${origin}${path}`)).status !== 200;
    return anchor !== undefined && !html.includes(` id="${anchor}"`);
  };
  const unique = [...new Set(targets)];
  expect(unique.length).toBeGreaterThan(200);
  const broken = await Promise.all(unique.map(async (target) => ((await isBroken(target)) ? [target] : [])));
  expect(broken.flat()).toEqual([]);
});

describe('the search', () => {
  test('a person finds how to record an order with the keyboard alone', async () => {
    const { page, context, complaints } = await open('/v1/docs/limits');
    await page.keyboard.press('/');
    await page.keyboard.type('record an order');
    await page.locator('#results a').first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/v1/docs/reference-conversions#conversions.create');
    expect(await page.getByRole('heading', { name: 'Record an order', exact: true }).isVisible()).toBe(true);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('the results name sections of guides, and the arrow keys move through them', async () => {
    const { page, context } = await open('/');
    await page.getByRole('searchbox').fill('landing hosts');
    await page.locator('#results a').nth(1).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const focused = page.locator('#results a:focus');
    expect(await focused.getAttribute('href')).toBe(
      await page.locator('#results a').nth(1).getAttribute('href'),
    );
    await page.keyboard.press('Escape');
    expect(await page.locator('#results').isVisible()).toBe(false);
    await context.close();
  });

  test('a search without results says so', async () => {
    const { page, context } = await open('/');
    await page.getByRole('searchbox').fill('zzzzqqqq');
    await page.getByText('Nothing contains “zzzzqqqq”.').waitFor();
    expect(await page.locator('#results').isVisible()).toBe(false);
    await context.close();
  });
});

test('a new user copies the commands of the home page, which record an order and show its commission', async () => {
  const { page, context } = await open('/');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const commands: string[] = [];
  for (const button of await page.locator('.copyable button').all()) {
    expect(await button.innerText()).toBe('Copy');
    await button.click();
    await expect.poll(() => button.innerText()).toBe('Copied');
    commands.push(await page.evaluate(() => navigator.clipboard.readText()));
  }
  await context.close();
  expect(commands).toHaveLength(4);
  const { stdout } = await run('bash', ['-ec', commands.join('\n')]);
  const [, creator = '', order = '', commissions = ''] = stdout.split(/(?=\{"data")/);
  const { data: invited } = JSON.parse(creator);
  const { data: recorded } = JSON.parse(order);
  expect(recorded).toMatchObject({ affiliateId: invited.id, amount: 49.9 });
  expect(JSON.parse(commissions).data).toMatchObject([
    { id: recorded.commissionId, affiliateId: invited.id, amount: 4.99, status: 'pending' },
  ]);
});
