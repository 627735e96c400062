// Tests how payment details are set, held, masked, stored, recorded and erased.
import { beforeAll, expect, test } from 'vitest';
import { getItem } from '#lib/foundation/table/client.ts';
import { paymentKeys } from '#lib/foundation/table/keys/payment-keys.ts';
import { usableMethod } from '#lib/money/payment-details/rules/details.ts';
import { storedPaymentDetails } from '#lib/money/payment-details/schema/stored.ts';
import { dataOf } from '#test/support/answers.ts';
import { invite } from '#test/support/creations.ts';
import { newSubjects } from '#test/support/creator-mails.ts';
import { followFeed, recordAllEvents } from '#test/support/events.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { allItems } from '#test/support/items.ts';
import {
  detailsPath,
  otherIban,
  paypalDetails,
  sepaDetails,
  taxData,
} from '#test/support/payment-details.ts';
import { createPortalCreator, portalTokenOf } from '#test/support/portal.ts';
import { expectError, invalidFields } from '#test/support/refusals.ts';
import { createBrand, send, type TestBrand } from '#test/support/service.ts';
import { continueToCompletion } from '#test/support/stream.ts';

let acme: TestBrand;
beforeAll(async () => {
  acme = await createBrand();
});

const put = (id: string, body: object) => send('PUT', detailsPath(id), { token: acme.admin, body });
const putOwn = (token: string, body: object = paypalDetails) =>
  dataOf(send('PUT', '/creator/payout-details', { token, body }));
const get = (id: string) => dataOf(send('GET', detailsPath(id), { token: acme.member }));
const stored = async (id: string) =>
  storedPaymentDetails.parse(await getItem(paymentKeys.paymentDetails(acme.brand.id, id)));
const usedAt = async (id: string, at: Date) => usableMethod(await stored(id), at)?.masked.iban;

const masked = { type: 'sepa', iban: 'DE** **** 3000', name: 'Ada Lovelace' };

test('the first details of a brand are used at once, and later ones after 48 hours instead of the former', async () => {
  const clock = fakeClock();
  const { id } = await invite(acme.admin);
  const first = await dataOf(put(id, { ...sepaDetails, tax: taxData }));
  expect(first).toEqual({
    affiliateId: id,
    details: masked,
    usableFrom: clock.now().toISOString(),
    formerDetails: null,
    tax: { country: 'DE', taxId: '***719' },
    updatedAt: clock.now().toISOString(),
  });
  clock.advance(3600);
  const second = await dataOf(put(id, { ...sepaDetails, iban: otherIban }));
  expect(second).toMatchObject({
    details: { iban: 'FR** **** 2606' },
    formerDetails: masked,
    tax: { country: 'DE', taxId: '***719' },
  });
  const end = clock.now().getTime() + 48 * 3_600_000;
  expect(second.usableFrom).toBe(new Date(end).toISOString());
  expect(await usedAt(id, new Date(end - 1))).toBe('DE** **** 3000');
  expect(await usedAt(id, new Date(end))).toBe('FR** **** 2606');
  clock.advance(3600);
  // A repeated request does not begin the time again, and the former details need none.
  expect(await dataOf(put(id, { ...sepaDetails, iban: otherIban }))).toEqual(second);
  // Neither do new tax data for the same account.
  const tax = { country: 'FR', taxId: '0123456789012' };
  expect(await dataOf(put(id, { ...sepaDetails, iban: otherIban, tax }))).toMatchObject({
    usableFrom: second.usableFrom,
    formerDetails: masked,
    tax: { country: 'FR' },
  });
  expect(await dataOf(put(id, sepaDetails))).toMatchObject({
    details: masked,
    formerDetails: null,
    usableFrom: clock.now().toISOString(),
  });
});

test('the first details that the creator enters, and the first after a deletion, are held', async () => {
  const clock = fakeClock();
  const [own, deleted] = [await invite(acme.admin), await invite(acme.admin)];
  await putOwn(await portalTokenOf(acme.brand.id, own));
  await put(deleted.id, sepaDetails);
  expect((await send('DELETE', detailsPath(deleted.id), { token: acme.admin })).status).toBe(204);
  expect(await get(deleted.id)).toMatchObject({ details: null, tax: null, usableFrom: null });
  await put(deleted.id, sepaDetails);
  for (const { id } of [own, deleted]) {
    expect(usableMethod(await stored(id), clock.now())).toBeNull();
    expect((await get(id)).formerDetails).toBeNull();
  }
});

test('a change by the creator is masked for both, is an entry of the creator in the audit trail, and is announced to the creator', async () => {
  const { affiliate, token } = await createPortalCreator(acme.brand);
  const other = await createPortalCreator(acme.brand);
  const changed = await putOwn(token, { ...sepaDetails, tax: taxData });
  expect(changed).toMatchObject({ affiliateId: affiliate.id, details: masked, formerDetails: null });
  expect(await get(affiliate.id)).toEqual(changed);
  const own = (sent: string) => dataOf(send('GET', '/creator/payout-details', { token: sent }));
  expect(await own(token)).toEqual(changed);
  expect(await own(other.token)).toMatchObject({ affiliateId: other.affiliate.id, details: null });
  expect(await newSubjects(affiliate.email)).toContain('New payment details at Acme');
  const trail = await dataOf(send('GET', `/audit?resourceId=${affiliate.id}`, { token: acme.admin }));
  const [entry] = trail.filter(({ type }: { type: string }) => type.endsWith('payout_details_changed'));
  expect(entry.actor).toMatchObject({ type: 'creator', id: affiliate.id });
});

test('accounts and tax numbers are nowhere in the table, in an event or in an answer', async () => {
  const { id } = await invite(acme.admin);
  await put(id, { ...paypalDetails, tax: { country: 'FR', taxId: '0123456789012' } });
  const { text } = await send('GET', detailsPath(id), { token: acme.member });
  await recordAllEvents();
  const events = (await followFeed(acme.admin)).filter(({ resourceId }) => resourceId === id);
  expect(events.map(({ type }) => type)).toContain('affiliate.payout_details_changed');
  const all = JSON.stringify([await allItems(), events, text]);
  expect(all).toContain('a***@creators.test');
  expect(all).not.toContain(paypalDetails.email);
  expect(all).not.toContain('0123456789012');
});

test('an erasure deletes the payment details, and refuses new ones', async () => {
  const { id } = await invite(acme.admin);
  await put(id, sepaDetails);
  await send('DELETE', `/affiliates/${id}/personal-data`, { token: acme.admin });
  await recordAllEvents();
  await continueToCompletion();
  expect(await getItem(paymentKeys.paymentDetails(acme.brand.id, id))).toBeUndefined();
  const refused = await put(id, sepaDetails);
  expect([refused.status, refused.json.code]).toEqual([409, 'affiliate_erased']);
});

test.each([
  ['an IBAN with wrong check digits', { ...sepaDetails, iban: 'DE88370400440532013000' }, 'iban'],
  ['an IBAN outside of SEPA', { ...sepaDetails, iban: 'AE070331234567890123456' }, 'iban'],
  [
    'a VAT number with a wrong check digit',
    { ...sepaDetails, tax: { country: 'DE', taxId: 'DE123456789' } },
    'tax.taxId',
  ],
  ['Wise with two accounts', { type: 'wise', name: 'Ada', email: 'a@b.test', iban: otherIban }, 'email'],
  ['an unknown country', { ...sepaDetails, tax: { country: 'XX', taxId: '12' } }, 'tax.country'],
  ['a country of another form', { ...sepaDetails, tax: { country: '', taxId: '12' } }, 'tax.country'],
])('%s is refused', async (_, body, path) => {
  const { id } = await invite(acme.admin);
  expectError(await put(id, body), invalidFields(path));
});
