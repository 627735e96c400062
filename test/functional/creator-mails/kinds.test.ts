// Tests which e-mails creators receive, and what they say.
import { expect, test } from 'vitest';
import { secondsPerDay } from '#lib/foundation/shared/dates.ts';
import { createCommission } from '#test/support/commissions.ts';
import { createDiscount, invite, patch, recordOrder, unusedEmail } from '#test/support/creations.ts';
import { newSubjects, runDigests } from '#test/support/creator-mails.ts';
import { recordAllEvents } from '#test/support/events.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { createPayout, payPayout } from '#test/support/payouts.ts';
import { emailsTo } from '#test/support/people.ts';
import { createPortalCreator } from '#test/support/portal.ts';
import { createBrand, newToken, send, type TestBrand } from '#test/support/service.ts';

const english = {
  invitation: ['Acme invites you to its creator program'],
  welcome: ['Welcome to the creator program of Acme'],
  digest: ['2 orders for Acme on 10 March 2026'],
  decisions: ['Acme has approved 1 commission', 'Acme has rejected 1 commission'],
  unpaid: ['Acme cannot pay you US$10.00 yet'],
  payout: ['Acme has paid you US$10.00'],
  terms: ['Your terms at Acme have changed'],
  details: ['New payment details at Acme'],
  answer: ['Acme has answered your request about order order-7'],
  erasure: ['Acme has deleted your data'],
};
const german = {
  invitation: ['Acme lädt Sie in sein Creator-Programm ein'],
  welcome: ['Willkommen im Creator-Programm von Acme'],
  digest: ['2 Bestellungen für Acme am 10. März 2026'],
  decisions: ['Acme hat 1 Provision abgelehnt', 'Acme hat 1 Provision freigegeben'],
  unpaid: ['Acme kann Ihnen 10,00\u00a0$ noch nicht auszahlen'],
  payout: ['Acme hat Ihnen 10,00\u00a0$ ausgezahlt'],
  terms: ['Ihre Konditionen bei Acme haben sich geändert'],
  details: ['Neue Zahlungsdaten bei Acme'],
  answer: ['Acme hat Ihre Anfrage zur Bestellung order-7 beantwortet'],
  erasure: ['Acme hat Ihre Daten gelöscht'],
};

/** Details that the brand enters first are used at once. */
async function createPayableCreator({ admin, brand }: Pick<TestBrand, 'admin' | 'brand'>): Promise<string> {
  const { affiliate } = await createPortalCreator(brand);
  const body = { type: 'paypal', email: 'bob@paypal.test' };
  await send('PUT', `/affiliates/${affiliate.id}/payout-details`, { token: admin, body });
  await createCommission({ brandId: brand.id, affiliateId: affiliate.id, amount: 500, status: 'approved' });
  return affiliate.id;
}

test.each([
  [null, english],
  ['de', german],
] as const)('a creator with the language %s receives an e-mail of each kind', async (language, subjects) => {
  const clock = fakeClock('2026-03-10T12:00:00.000Z');
  const { admin, brand } = await createBrand('scale');
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
  await createPayableCreator({ admin, brand });
  await createPayout(admin, { paymentMethod: 'paypal' });
  expect(await newSubjects(email)).toEqual(subjects.unpaid);
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
  const asked = { affiliateId: id, kind: 'missingOrder', orderId: 'order-7', message: 'Please check it' };
  const { json } = await send('POST', '/disputes', { token: admin, body: asked });
  const decision = { token: admin, body: { reason: 'Now it is yours' } };
  expect((await send('POST', `/disputes/${json.data.id}/accept`, decision)).status).toBe(200);
  expect(await newSubjects(email)).toEqual(subjects.answer);
  await send('DELETE', `/affiliates/${id}/personal-data`, { token: admin });
  expect(await newSubjects(email)).toEqual(subjects.erasure);
  expect(emailsTo(`${id.toLowerCase()}@erased.invalid`)).toEqual([]);
});

test('a declined applicant receives one e-mail, unless the brand has turned it off', async () => {
  const { admin, brand } = await createBrand('scale');
  const declined = async () => {
    const { affiliate } = await createPortalCreator(brand, { status: 'applied' });
    await patch(admin, `/affiliates/${affiliate.id}`, { status: 'declined' });
    return newSubjects(affiliate.email);
  };
  expect(await declined()).toEqual(['Your application to Acme']);
  await patch(admin, '/brand', { creatorMails: { off: ['applicationDeclined'] } });
  expect(await declined()).toEqual([]);
});

test('an e-mail about payment details says from when they are used, leads to them, and names the contact of the brand', async () => {
  fakeClock('2026-03-10T12:00:00.000Z');
  const { admin, brand } = await createBrand('scale', { timezone: 'Europe/Berlin' });
  await patch(admin, '/brand', { portal: { supportEmail: 'partners@acme.test' } });
  const { affiliate, token } = await createPortalCreator(brand);
  const body = { type: 'paypal', email: 'ada@paypal.test' };
  expect((await send('PUT', '/creator/payout-details', { token, body })).status).toBe(200);
  await recordAllEvents();
  const text = emailsTo(affiliate.email).find((mail) => mail.includes('New payment details')) ?? '';
  expect(text).toContain('The new account is used from 12 March 2026 at 13:00 CET on');
  expect(text).toContain(`/creators/${brand.slug}/payment-details`);
  expect(text).toContain('Questions? Write to partners@acme.test.');
  expect(text).toContain('Reply-To: partners@acme.test');
});

test('a creator without payment details receives one e-mail in a week, and none with details for another way of payment', async () => {
  const clock = fakeClock('2026-03-10T12:00:00.000Z');
  const { brand } = await createBrand('scale');
  const { affiliate } = await createPortalCreator(brand);
  const amount = { brandId: brand.id, affiliateId: affiliate.id, amount: 1000, status: 'approved' } as const;
  await createCommission(amount);
  expect(await newSubjects(affiliate.email)).toEqual(['Welcome to the creator program of Acme']);
  const subjectsAfterPayout = async () => {
    const { token: admin } = await newToken(brand.id, 'admin');
    await createPayableCreator({ admin, brand });
    await createPayout(admin, { paymentMethod: 'paypal' });
    await recordAllEvents();
    const leads = emailsTo(affiliate.email).map((mail) => mail.includes(`${brand.slug}/payment-details`));
    expect(leads.every(Boolean)).toBe(true);
    return newSubjects(affiliate.email);
  };
  expect(await subjectsAfterPayout()).toEqual(['Acme cannot pay you US$10.00 yet']);
  expect(await subjectsAfterPayout()).toEqual([]);
  clock.advance(7 * secondsPerDay);
  expect(await subjectsAfterPayout()).toEqual(['Acme cannot pay you US$10.00 yet']);
  clock.advance(7 * secondsPerDay);
  const body = { type: 'other', text: 'By cheque' };
  const { token } = await newToken(brand.id, 'admin');
  await send('PUT', `/affiliates/${affiliate.id}/payout-details`, { token, body });
  expect(await subjectsAfterPayout()).toEqual(['New payment details at Acme']);
});
