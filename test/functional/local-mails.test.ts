// Tests the page of the local stage that shows its e-mails.
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { serveMails } from '#infra/local/mails.ts';
import { sendEmail } from '#lib/access/email/store/send-email.ts';
import { deleteSentMails } from '#test/support/creator-mails.ts';

test('the page lists e-mails and shows each in a sandbox, and nothing outside of their directory', async () => {
  const server = createServer((request, response) => {
    if (!serveMails(request, response)) response.writeHead(418).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    deleteSentMails();
  });
  const get = (path: string) => fetch(`http://127.0.0.1:${Object(server.address()).port}${path}`);
  const email = { to: 'ada@acme.test', subject: 'Hello <Ada>', text: 'Text', link: undefined };
  await sendEmail('aff_1.abc', 'welcome', { ...email, html: '<p>Hello</p>' });
  const list = await get('/_mails');
  expect(list.headers.get('content-security-policy')).toMatch(/^sandbox /);
  const text = await list.text();
  expect(text).toContain('<a href="/_mails/aff_1.abc.html">Hello &lt;Ada&gt;</a>');
  const shown = await get('/_mails/aff_1.abc.html');
  expect([await shown.text(), shown.headers.get('content-security-policy')]).toEqual([
    '<p>Hello</p>',
    expect.stringMatching(/^sandbox /),
  ]);
  const statuses = ['/_mails/none.html', '/_mails/..%2F..%2Fpackage.txt', '/v1/health'].map(get);
  expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([404, 418, 418]);
});
