import { describe, expect, test } from 'vitest';
import { invite, unusedCode } from '#test/support/creations.ts';
import { createBrand, send } from '#test/support/service.ts';
import { colorSchemes, takeScreenshot, useBrowser } from './browser.ts';
import { problemsOf } from './readability.ts';

const { openPath } = useBrowser();

async function linkWithTexts(title: string, message: string): Promise<string> {
  const { admin } = await createBrand('growth', { landingUrl: null });
  const { trackingCode } = await invite(admin, { trackingCode: unusedCode() });
  await send('PATCH', '/brand', { token: admin, body: { linkTexts: { title, message } } });
  return `/tracking/ref/${trackingCode}`;
}

describe.each(colorSchemes)(
  'the page of a tracking link that does not redirect, on a phone in %s mode',
  (scheme) => {
    test('the page of an unknown link is easy to read', async () => {
      const page = await openPath(`/tracking/ref/${unusedCode()}`, scheme);
      await takeScreenshot(page, `link-${scheme}`);
      expect(await page.locator('h1').innerText()).toBe('This link does not work');
      expect(await problemsOf(page)).toEqual([]);
    });

    test('the texts of a brand with the longest words are easy to read', async () => {
      const page = await openPath(
        await linkWithTexts('W'.repeat(100), 'https://acme.test/'.repeat(27)),
        scheme,
      );
      await takeScreenshot(page, `link-${scheme}-long`);
      expect(await page.locator('h1').innerText()).toBe('W'.repeat(100));
      expect(await problemsOf(page)).toEqual([]);
    });
  },
);
