// Tests who receives no e-mails: creators and brands that have turned them off, addresses that do not exist, and test mode.
import { expect, test } from 'vitest';
import { environment } from '#lib/foundation/shared/environment.ts';
import { addressHash } from '#lib/outlets/creator-mails/rules/links.ts';
import {
  createApiKey,
  invite,
  inviteActive,
  patch,
  recordOrder,
  unusedEmail,
} from '#test/support/creations.ts';
import { deleteSentMails, newSubjects, subjectsTo, unsubscribePathIn } from '#test/support/creator-mails.ts';
import { recordAllEvents } from '#test/support/events.ts';
import { emailsTo } from '#test/support/people.ts';
import { runMessage } from '#test/support/queue-workers.ts';
import { createBrand, send } from '#test/support/service.ts';

/** Causes an e-mail about an approval. */
async function approveOrder(token: string, trackingCode: string): Promise<void> {
  const { commissionId } = await recordOrder(token, { trackingCode });
  await patch(token, `/commissions/${commissionId}/approve`, {});
}

async function activeCreator(body: object = {}) {
  const { admin, brand } = await createBrand('scale');
  const creator = await inviteActive(admin, body);
  await recordAllEvents();
  return { admin, brand, ...creator };
}

const approved = 'Acme has approved 1 commission';

test('a creator does not receive the kinds that are turned off for the creator', async () => {
  const { admin, id, email, trackingCode } = await activeCreator({ mails: { off: ['commissionApproved'] } });
  deleteSentMails();
  await approveOrder(admin, trackingCode);
  expect(await newSubjects(email)).toEqual([]);
  await patch(admin, `/affiliates/${id}`, { mails: { off: ['welcome'] } });
  await approveOrder(admin, trackingCode);
  expect(await newSubjects(email)).toEqual([approved]);
});

test('creators do not receive the kinds that their brand has turned off, and answers go to the address of the brand', async () => {
  const { admin, email, trackingCode } = await activeCreator();
  deleteSentMails();
  const settings = { replyTo: 'partners@acme.test', off: ['commissionRejected'] };
  const { creatorMails } = await patch(admin, '/brand', { creatorMails: settings });
  expect(creatorMails).toEqual({ enabled: true, ...settings });
  const { commissionId } = await recordOrder(admin, { trackingCode });
  await patch(admin, `/commissions/${commissionId}/reject`, { reason: 'Fraud' });
  await approveOrder(admin, trackingCode);
  await recordAllEvents();
  expect(subjectsTo(email)).toEqual([approved]);
  expect(emailsTo(email)[0]).toContain('\nReply-To: partners@acme.test\n');
  deleteSentMails();
  await patch(admin, '/brand', { creatorMails: { enabled: false } });
  await approveOrder(admin, trackingCode);
  const other = await invite(admin);
  expect([await newSubjects(email), subjectsTo(other.email)]).toEqual([[], []]);
});

test('the link in an e-mail turns off its kind, with one click of the mail program or with the button of its page', async () => {
  const { admin, id, email, trackingCode } = await activeCreator({ language: 'de' });
  deleteSentMails();
  await approveOrder(admin, trackingCode);
  await recordAllEvents();
  const [text = ''] = emailsTo(email);
  expect(text).toContain('\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\n');
  const path = unsubscribePathIn(text);
  const page = await send('GET', path);
  expect([page.status, page.text]).toEqual([200, expect.stringContaining('<form method="post">')]);
  expect((await send('GET', `/affiliates/${id}`, { token: admin })).json.data.mails).toEqual({ off: [] });
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  for (const _ of [1, 2]) {
    const done = await send('POST', path, { body: 'List-Unsubscribe=One-Click', headers: form });
    expect([done.status, done.text]).toEqual([200, expect.stringContaining('Erledigt')]);
  }
  const { json } = await send('GET', `/affiliates/${id}`, { token: admin });
  expect(json.data.mails).toEqual({ off: ['commissionApproved'] });
  deleteSentMails();
  await approveOrder(admin, trackingCode);
  expect(await newSubjects(email)).toEqual([]);
});

test('a token that the service has not signed for the creator and the kind turns nothing off', async () => {
  const { admin, email, trackingCode } = await activeCreator();
  deleteSentMails();
  await approveOrder(admin, trackingCode);
  await recordAllEvents();
  const path = unsubscribePathIn(emailsTo(email)[0] ?? '');
  expect(path).toContain('.commissionApproved.');
  const forged = [
    path.replace('commissionApproved', 'payoutSent'),
    path.replace(/aff_./, 'aff_7'),
    `${path}x`,
  ];
  for (const wrong of [...forged, '/mails/unsubscribe?token=x']) {
    const answer = await send('POST', wrong);
    expect(answer.status).toBe(400);
  }
});

test.each(['x', '.'])(
  'the page of an unsubscribe link names nobody if its token %j is none of the service',
  async (token) => {
    const answer = await send('GET', `/mails/unsubscribe?token=${encodeURIComponent(token)}&language=de`);
    expect(answer.status).toBe(200);
    expect(answer.text).not.toContain(' von ');
  },
);

test.each(['bounced', 'complained'] as const)(
  'a creator whose e-mail has %s receives no more e-mails until the address changes',
  async (status) => {
    const { admin, brand, id, email, trackingCode } = await activeCreator();
    deleteSentMails();
    const feedback = { brandId: brand.id, id, status };
    await runMessage('creatorMails', { ...feedback, address: addressHash('former@acme.test') });
    expect((await send('GET', `/affiliates/${id}`, { token: admin })).json.data.mailStatus).toBe('ok');
    for (const _ of [1, 2]) await runMessage('creatorMails', { ...feedback, address: addressHash(email) });
    expect((await send('GET', `/affiliates/${id}`, { token: admin })).json.data.mailStatus).toBe(status);
    await approveOrder(admin, trackingCode);
    expect(await newSubjects(email)).toEqual([]);
    const other = unusedEmail();
    const changed = await patch(admin, `/affiliates/${id}`, { email: other });
    expect(changed.mailStatus).toBe('ok');
    await approveOrder(admin, trackingCode);
    expect(await newSubjects(other)).toEqual([approved]);
  },
);

test('an e-mail of test mode is a file of the local stage, and says so; a deployed stage sends none', async () => {
  const { admin } = await createBrand('scale');
  const { key } = await createApiKey(admin, { mode: 'test' });
  const [email, other] = [unusedEmail(), unusedEmail()];
  await invite(key, { email });
  expect(await newSubjects(email)).toEqual(['Acme in test mode invites you to its creator program']);
  const { EMAIL_DIRECTORY } = environment;
  Object.assign(environment, { EMAIL_DIRECTORY: undefined });
  try {
    const { id } = await invite(key, { email: other });
    await send('POST', `/affiliates/${id}/invitation`, { token: key });
    await recordAllEvents();
  } finally {
    Object.assign(environment, { EMAIL_DIRECTORY });
  }
  expect(await newSubjects(other)).toEqual([]);
});

test('an invitation is sent again, at most five times an hour, and only to a creator who has not accepted it', async () => {
  const { admin } = await createBrand('scale');
  const { id, email } = await invite(admin);
  await newSubjects(email);
  const again = () => send('POST', `/affiliates/${id}/invitation`, { token: admin });
  for (let sent = 0; sent < 5; sent += 1) expect((await again()).status).toBe(200);
  expect(await newSubjects(email)).toHaveLength(5);
  expect(await again()).toMatchObject({ status: 429, json: { code: 'email_limit_reached' } });
  await patch(admin, '/brand', { creatorMails: { off: ['invitation'] } });
  expect(await again()).toMatchObject({ status: 409, json: { code: 'creator_mails_off' } });
  await patch(admin, `/affiliates/${id}`, { status: 'active' });
  expect(await again()).toMatchObject({ status: 409, json: { code: 'affiliate_not_invited' } });
});

test('the link of an invitation makes the creator active', async () => {
  const { admin } = await createBrand('scale');
  const { id, email } = await invite(admin);
  await recordAllEvents();
  const [, token = ''] = /\/sign-in\?token=(\S+)/.exec(emailsTo(email)[0] ?? '') ?? [];
  expect((await send('POST', '/creator/sessions', { body: { token } })).status).toBe(200);
  expect((await send('GET', `/affiliates/${id}`, { token: admin })).json.data.status).toBe('active');
});
