// Finds what is wrong with a page at the width of a phone and of a desk, in both colour schemes, with one load of the page.
import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { hasTurn } from '#test/support/size.ts';
import { colorSchemes } from './browser.ts';

/** These rules form level AA. */
const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The other rules do not depend on colours. */
const ofColors = ['color-contrast'];

/** Collects errors and warnings of the browser, and requests to other hosts. */
export function complaintsOf(page: Page, origin: string): string[] {
  const complaints: string[] = [];
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (message) => {
    // Chromium also writes advice, with other types.
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('request', (request) => {
    const isOwn = request.url().startsWith('data:') || new URL(request.url()).origin === origin;
    if (!isOwn) complaints.push(request.url());
  });
  return complaints;
}

async function violationsOf(page: Page, runOnly: readonly string[]): Promise<readonly string[]> {
  const found: AxeResults = await page.evaluate(
    `axe.run(document, { runOnly: ${JSON.stringify(runOnly)}, resultTypes: ['violations'] })`,
  );
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

/** Runs in the browser, so it uses nothing of this module. Names from right to left need an element that isolates their direction. */
function textsWithoutDirection(): readonly string[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  while (texts.nextNode()) {
    const { textContent, parentElement } = texts.currentNode;
    const withoutIsolates = (textContent ?? '').replaceAll(/\u2068[^\u2069]*\u2069/g, '');
    const isIsolated = parentElement?.closest('bdi, [dir=auto], option, textarea, script') !== null;
    if (/[\u0590-\u06ff]/.test(withoutIsolates) && !isIsolated) found.push(`${textContent?.trim()}`);
  }
  return found;
}

const widths = [375, 1440];
let pages = 0;

/**
 * Widens a page from a phone to a desk. Plots follow a width only after a moment, which is harmless for a page that grows. In CI, each width
 * has one colour scheme, which alternates from page to page.
 */
export async function problemsOn(page: Page, complaints: string[]): Promise<readonly string[]> {
  const directions = await page.evaluate(textsWithoutDirection);
  const problems = directions.map((text) => `no direction of its own: ${text}`);
  await page.evaluate(axe.source);
  pages += 1;
  for (const [index, width] of widths.entries()) {
    await page.setViewportSize({ width, height: 812 });
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (excess > 0) problems.push(`${width} px: the page is ${excess} px too wide`);
    const schemes = colorSchemes.filter((_, scheme) => hasTurn(pages + index + scheme, 1, 2));
    for (const [nth, colorScheme] of schemes.entries()) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const found = await violationsOf(page, nth === 0 ? levels : ofColors);
      problems.push(...found.map((problem) => `${width} px, ${colorScheme}: ${problem}`));
    }
  }
  return [...complaints.splice(0), ...problems];
}

/** Chromium also complains about the status of a page that is a failure on purpose. */
const isAboutStatus = (complaint: string): boolean => complaint.startsWith('Failed to load resource');

export async function problemsAt(
  page: Page,
  url: string,
  complaints: string[],
  status = 200,
): Promise<readonly string[]> {
  await page.setViewportSize({ width: 375, height: 812 });
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  const response = await page.goto(url);
  const problems = response?.status() === status ? [] : [`the status is ${response?.status()}`];
  const found = await problemsOn(page, complaints);
  return [...problems, ...found.filter((problem) => status === 200 || !isAboutStatus(problem))];
}
