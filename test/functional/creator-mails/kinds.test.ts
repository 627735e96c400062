// Tests which e-mails creators receive, and what they say.
import { expect, test } from 'vitest';
import { createDiscount, invite, patch, recordOrder, unusedEmail } from '#test/support/creations.ts';
import { newSubjects, runDigests } from '#test/support/creator-mails.ts';
import { recordAllEvents } from '#test/support/events.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { createPayout, payPayout } from '#test/support/payouts.ts';
import { emailsTo } from '#test/support/people.ts';
import { createBrand, send } from '#test/support/service.ts';

const english = {
  invitation: ['Acme invites you to its affiliate program'],
  welcome: ['Welcome to the affiliate program of Acme'],
  digest: ['2 orders for Acme on 10 March 2026'],
  decisions: ['Acme has approved 1 commission', 'Acme has rejected 1 commission'],
  payout: ['Acme has paid you US$10.00'],
  terms: ['Your terms at Acme have changed'],
  details: ['Your payment details at Acme have changed'],
  erasure: ['Acme has deleted your data'],
};
const german = {
  invitation: ['Acme lädt Sie in sein Partnerprogramm ein'],
  welcome: ['Willkommen im Partnerprogramm von Acme'],
  digest: ['2 Bestellungen für Acme am 10. März 2026'],
  decisions: ['Acme hat 1 Provision abgelehnt', 'Acme hat 1 Provision freigegeben'],
  payout: ['Acme hat Ihnen 10,00\u00a0$ ausgezahlt'],
  terms: ['Ihre Konditionen bei Acme haben sich geändert'],
  details: ['Ihre Zahlungsdaten bei Acme haben sich geändert'],
  erasure: ['Acme hat Ihre Daten gelöscht'],
};

test.each([
  [null, english],
  ['de', german],
] as const)('a creator with the language %s receives an e-mail of each kind', async (language, subjects) => {
  const clock = fakeClock('2026-03-10T12:00:00.000Z');
  const { admin } = await createBrand('scale');
  const email = unusedEmail();
  const { id, trackingCode } = await invite(admin, { email, ...(language !== null && { language }) });
  expect(await newSubjects(email)).toEqual(subjects.invitation);
  await createDiscount(admin, id, { code: `ada-${id.slice(-8).toLowerCase()}` });
  await patch(admin, `/affiliates/${id}`, { status: 'active' });
  expect(await newSubjects(email)).toEqual(subjects.welcome);
  const [first, second] = [
    await recordOrder(admin, { trackingCode }),
    await recordOrder(admin, { trackingCode }),
  ];
  expect(await newSubjects(email)).toEqual([]);
  clock.set('2026-03-11T08:00:00.000Z');
  await runDigests();
  expect(await newSubjects(email)).toEqual(subjects.digest);
  await patch(admin, `/commissions/${first.commissionId}/approve`, {});
  await patch(admin, `/commissions/${second.commissionId}/reject`, { reason: 'Self-referral' });
  expect(await newSubjects(email)).toEqual(subjects.decisions.toSorted());
  const payout = await createPayout(admin);
  await recordAllEvents();
  await payPayout(admin, payout.id);
  expect(await newSubjects(email)).toEqual(subjects.payout);
  await patch(admin, '/brand', { commission: { type: 'percentage', value: 12 } });
  expect(await newSubjects(email)).toEqual(subjects.terms);
  const details = { type: 'paypal', email: 'ada@paypal.test' };
  const changed = await send('PUT', `/affiliates/${id}/payout-details`, { token: admin, body: details });
  expect(changed.status).toBe(200);
  expect(await newSubjects(email)).toEqual(subjects.details);
  await send('DELETE', `/affiliates/${id}/personal-data`, { token: admin });
  expect(await newSubjects(email)).toEqual(subjects.erasure);
  expect(emailsTo(`${id.toLowerCase()}@erased.invalid`)).toEqual([]);
});
