import { describe, expect, test } from 'vitest';
import {
  creatorMailKinds,
  isOptionalKind,
  mailLanguages,
} from '#lib/access/email/rules/creator-mail-kinds.ts';
import { senderNamed } from '#lib/access/email/rules/sender.ts';
import { formatAmount, formatDay } from '#lib/outlets/creator-mails/rules/format.ts';
import { renderMail } from '#lib/outlets/creator-mails/rules/render.ts';
import { mailContent } from '#test/support/creator-mail-contents.ts';

const cases = creatorMailKinds.flatMap((kind) => mailLanguages.map((language) => [kind, language] as const));

describe.each(cases)('the e-mail %s in the language %s', (kind, language) => {
  const content = mailContent(kind, language, 'Acme & <b>Söhne</b>');
  const { text, html, headers, link, senderName, replyTo } = renderMail(content);

  test('names the brand as the sender, and contains nothing that a name or a reason can inject', () => {
    expect([senderName, replyTo]).toEqual(['Acme & <b>Söhne</b>', 'partners@acme.test']);
    expect(html).toContain('Acme &amp; &lt;b&gt;Söhne&lt;/b&gt;');
    expect(html).not.toContain('<b>');
    const logo =
      '<img src="https://api.acme.test/creators/acme/logo/hash" alt="Acme &amp; &lt;b&gt;Söhne&lt;/b&gt;"';
    expect(html.indexOf(logo)).toBeGreaterThan(html.indexOf('Ada Lovelace'));
    expect(html).toContain(`<html lang="${language}">`);
    expect(text).toContain(language === 'de' ? 'Guten Tag Ada Lovelace' : 'Hello Ada Lovelace');
  });

  test('can be turned off with one click exactly if the creator may turn off its kind', () => {
    const expected = isOptionalKind(kind)
      ? {
          'List-Unsubscribe': `<${content.unsubscribeUrl}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }
      : undefined;
    expect(headers).toEqual(expected);
    expect(text.includes(content.unsubscribeUrl)).toBe(isOptionalKind(kind));
    expect(link).toBe(kind === 'invitation' ? content.url : undefined);
  });
});

test('a sender in the name of a brand has the address of the stage, and a name that every mail program reads', () => {
  expect(senderNamed('Acme "Shop"', 'Service <no-reply@mail.test>')).toBe(
    '"Acme \\"Shop\\"" <no-reply@mail.test>',
  );
  const name = 'Donaudampfschifffahrtsgesellschaft für Möbel, Lampen und Teppiche 🛋️';
  const sender = senderNamed(name, 'no-reply@mail.test');
  expect(sender).toMatch(/^(=\?UTF-8\?B\?[\w+/=]+\?= )+<no-reply@mail\.test>$/);
  const words = [...sender.matchAll(/=\?UTF-8\?B\?([\w+/=]+)\?=/g)];
  expect(Math.max(...words.map(([word]) => word.length))).toBeLessThanOrEqual(75);
  expect(words.map(([, encoded = '']) => Buffer.from(encoded, 'base64').toString()).join('')).toBe(name);
});

test('amounts and days have the form of the language, with the decimals of the currency', () => {
  expect(formatAmount(123_450, 'EUR', 'en')).toBe('€1,234.50');
  expect(formatAmount(123_450, 'EUR', 'de')).toBe('1.234,50\u00a0€');
  expect(formatAmount(-500, 'JPY', 'en')).toBe('-JP¥500');
  expect([formatDay('2026-03-10', 'en'), formatDay('2026-03-10', 'de')]).toEqual([
    '10 March 2026',
    '10. März 2026',
  ]);
});
