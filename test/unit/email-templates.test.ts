import { describe, expect, test } from 'vitest';
import { renderEmail } from '#lib/email/rules/templates.ts';
import { type EmailKind, emailKind, type QueuedEmail } from '#lib/email/schema.ts';

const key = Buffer.alloc(32, 7);
const apiUrl = 'https://api.acme.test/v1';

const queued = (kind: EmailKind, brandName = 'Acme & <b>Söhne</b>'): QueuedEmail => ({
  id: 'Hk3d8fJ2Hk3d8fJ2',
  kind,
  to: 'ada@acme.test',
  brandName,
  link:
    kind === 'invitation' || kind === 'passwordReset'
      ? {
          purpose: kind,
          brandId: 'brd_01JD0000000000000000000000',
          userId: 'usr_01JD0000000000000000000000',
          passwordVersion: 0,
          expiresAt: '2026-03-01T09:30:00.000Z',
        }
      : null,
  createdAt: '2026-03-01T09:00:00.000Z',
});

describe.each(emailKind.options)('the e-mail %s', (kind) => {
  test('renders the same text and HTML as before', () => {
    const { subject, text, html } = renderEmail(queued(kind), key, apiUrl);
    expect(`Subject: ${subject}\n\n${text}`).toMatchSnapshot('text');
    expect(html).toMatchSnapshot('html');
  });

  test('contains its link in the text and in the HTML, and nothing that a brand name can inject', () => {
    const { text, html, link } = renderEmail(queued(kind), key, apiUrl);
    expect(html).not.toContain('<b>');
    expect(html).not.toMatch(/<script|src=|url\(/);
    if (link === undefined) return;
    expect([text.includes(link), html.includes(link)]).toEqual([true, true]);
    expect(link).toMatch(/^https:\/\/api\.acme\.test\/v1\/auth\/choose-password#\w+=[\w.-]+$/);
  });
});
