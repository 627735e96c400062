import { describe, expect, test } from 'vitest';
import { renderEmail } from '#lib/access/email/rules/templates.ts';
import { type EmailKind, emailKind, type QueuedEmail } from '#lib/access/email/schema.ts';
import { queuedEmail } from '#test/support/queued-emails.ts';

const key = Buffer.alloc(32, 7);
const apiUrl = 'https://api.acme.test/v1';

const queued = (kind: EmailKind): QueuedEmail => queuedEmail(kind, 'Acme & <b>Söhne</b>');

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

describe.each(['webhookGone', 'webhookFailing'] as const)('the e-mail %s', (kind) => {
  const textOf = (isTest: boolean) =>
    renderEmail({ ...queued(kind), endpoint: { id: 'whe_1', host: 'hooks.acme.test', isTest } }, key, apiUrl)
      .text;
  const command = 'curl -X PATCH https://api.acme.test/v1/webhook-endpoints/whe_1 ';

  test('names test mode, and has a command with its header, for an endpoint of test mode', () => {
    expect(textOf(true)).toContain('in test mode is disabled');
    expect(textOf(true)).toContain(command);
    expect(textOf(true)).toContain("-H 'x-mode: test'");
  });

  test('does not name test mode for a live endpoint', () => {
    expect(textOf(false)).toContain(command);
    expect(textOf(false)).not.toMatch(/test mode|x-mode/);
  });
});
