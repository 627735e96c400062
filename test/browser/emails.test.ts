import { describe, expect, test } from 'vitest';
import { creatorMailKinds, mailLanguages } from '#lib/access/email/rules/creator-mail-kinds.ts';
import { renderEmail } from '#lib/access/email/rules/templates.ts';
import { emailKind } from '#lib/access/email/schema.ts';
import { renderMail } from '#lib/outlets/creator-mails/rules/render.ts';
import { mailContent } from '#test/support/creator-mail-contents.ts';
import { queuedEmail } from '#test/support/queued-emails.ts';
import { colorSchemes, takeScreenshot, useBrowser } from './browser.ts';
import { problemsOf } from './readability.ts';

const { openHtml } = useBrowser();
const key = Buffer.alloc(32, 7);
const apiUrl = `https://${'long-name-of-an-api.'.repeat(6)}example.com/v1`;

const brandNames = [
  ['a short name', 'Acme'],
  [
    'a long name',
    'The Friends of Handmade Furniture, Lamps and Carpets in Northern Bavaria '.repeat(2).trim(),
  ],
  ['a long name without spaces', 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk'.repeat(2)],
] as const;

const cases = emailKind.options.flatMap((kind) =>
  colorSchemes.flatMap((scheme) => brandNames.map(([about, name]) => [kind, scheme, about, name] as const)),
);

describe('an e-mail on a phone', () => {
  test.each(cases)('%s in %s mode with %s is easy to read', async (kind, scheme, about, brandName) => {
    const { html, link } = renderEmail(queuedEmail(kind, brandName), key, apiUrl);
    const page = await openHtml(html, scheme);
    await takeScreenshot(page, `${kind}-${scheme}-${about.replaceAll(' ', '-')}`);
    expect(await problemsOf(page)).toEqual([]);
    const links = await page
      .locator('a')
      .evaluateAll((all) => all.map((anchor) => anchor.getAttribute('href')));
    expect(links).toEqual(link === undefined ? [] : [link, link]);
    if (link !== undefined) {
      const button = await page.locator('a[role=button]').boundingBox();
      expect(button?.height).toBeGreaterThanOrEqual(44);
    }
    const text = await page.locator('body').innerText();
    expect(text.includes(brandName)).toBe(/^(invitation|webhook|creator)/.test(kind));
  });
});

/** These creators can no longer sign in. */
const endsAccess: readonly string[] = ['accountErased', 'applicationDeclined'];
const mailCases = creatorMailKinds.flatMap((kind) =>
  mailLanguages.flatMap((language) => colorSchemes.map((scheme) => [kind, language, scheme] as const)),
);

describe('an e-mail to a creator on a phone', () => {
  test.each(mailCases)('%s in the language %s in %s mode is easy to read', async (kind, language, scheme) => {
    const brand = brandNames[1][1];
    const { html } = renderMail(mailContent(kind, language, brand, new URL(apiUrl).origin));
    const page = await openHtml(html, scheme);
    await takeScreenshot(page, `creator-${kind}-${language}-${scheme}`);
    expect(await problemsOf(page)).toEqual([]);
    const buttons = page.locator('a[role=button]');
    expect(await buttons.count()).toBe(endsAccess.includes(kind) ? 0 : 1);
    for (const button of await buttons.all())
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  });
});
