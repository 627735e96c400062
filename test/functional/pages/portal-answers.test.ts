// Tests what the pages of the portal tell a creator about money, payment details, orders and applications.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Affiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import '#test/support/console.ts';
import { createCommission } from '#test/support/commissions.ts';
import { patch } from '#test/support/creations.ts';
import { unusedEmail } from '#test/support/creations-with.ts';
import { readPage } from '#test/support/lists.ts';
import { recordOrder } from '#test/support/orders.ts';
import { sepaDetails } from '#test/support/payment-details.ts';
import { createPayout } from '#test/support/payouts.ts';
import { emailsTo } from '#test/support/people.ts';
import { createPortalCreator } from '#test/support/portal.ts';
import { signedInCreator, visitPortal } from '#test/support/portal-visitor.ts';
import { createBrand, type TestBrand } from '#test/support/service.ts';
import { aggregateNewClicks, continueToCompletion } from '#test/support/stream.ts';

let acme: TestBrand;
let home = '';
beforeAll(async () => {
  acme = await createBrand('scale');
  home = `/creators/${acme.brand.slug}`;
});

const signedIn = (given: Partial<Affiliate> = {}) => signedInCreator(acme.brand, given);

test.each([
  ['country', { 'tax.country': 'DE', 'tax.taxId': '' }, 'tax.taxId-error'],
  ['tax number', { 'tax.country': '', 'tax.taxId': '86095742719' }, 'tax.country-error'],
])('a form with only the %s says that both belong together', async (_, tax, id) => {
  const { visitor } = await signedIn();
  const { iban, name } = sepaDetails;
  const page = await visitor.post(`${home}/payment-details`, { type: 'sepa', iban, name, ...tax });
  expect(page.status).toBe(400);
  expect(page.text).toContain(
    `<small id="${id}" class="error">The country and the tax number belong together`,
  );
});

test('the sign-in offers an application only while the brand accepts some', async () => {
  const apply = `href="${home}/join"`;
  expect((await visitPortal().get(`${home}/sign-in`)).text).not.toContain(apply);
  await patch(acme.admin, '/brand', { portal: { applications: 'review' } });
  expect((await visitPortal().get(`${home}/sign-in`)).text).toContain(apply);
});

test('the e-mails of a person who cannot sign in yet have the language of the page', async () => {
  const german = { 'accept-language': 'de-AT' };
  const email = unusedEmail();
  await patch(acme.admin, '/brand', { portal: { applications: 'autoAccept' } });
  await visitPortal().post(`${home}/join`, { name: 'Ada', email }, german);
  await continueToCompletion();
  const [confirmation = ''] = emailsTo(email);
  expect(confirmation).toContain('Bestätigen Sie Ihre Bewerbung bei Acme');
  expect(confirmation).toContain(`Diese E-Mail wurde an ${email} gesendet.`);
  const [, token = ''] = /token=(\S+)/.exec(confirmation) ?? [];
  await visitPortal().post(`${home}/application`, { token });
  const { items } = await readPage(acme.admin, '/affiliates', { email });
  expect(items).toMatchObject([{ status: 'active', language: 'de' }]);
});

test.each([
  [undefined, 'Anmeldung bei Acme'],
  ['en', 'Sign in to Acme'],
] as const)(
  'a link requested on a German page by a creator with the language %s has the subject %s',
  async (language, subject) => {
    const { affiliate } = await createPortalCreator(acme.brand, { ...(language && { language }) });
    const german = { 'accept-language': 'de' };
    await visitPortal().post(`${home}/sign-in`, { email: affiliate.email }, german);
    await continueToCompletion();
    expect(emailsTo(affiliate.email)).toMatchObject([expect.stringContaining(subject)]);
  },
);

test('an order is found by its number in small letters, as a phone writes it', async () => {
  const { affiliate, visitor } = await signedIn();
  await recordOrder(acme.admin, { orderId: 'MIA-1', amount: 10, trackingCode: affiliate.trackingCode });
  const { text } = await visitor.get(`${home}/commissions/missing?order=mia-1`);
  expect(text).toContain('The order is yours.');
});

test('an order is found by its number with the sign that people copy', async () => {
  const { affiliate, visitor } = await signedIn();
  await recordOrder(acme.admin, { orderId: '2805', amount: 10, trackingCode: affiliate.trackingCode });
  const search = (order: string) =>
    visitor.get(`${home}/commissions/missing?order=${encodeURIComponent(order)}`);
  expect((await search('# 2805')).text).toContain('The order is yours.');
  const { text } = await search('#2806');
  expect(text).toContain('The brand has not recorded this order.');
  expect(text).toContain('Order #2806');
});

describe('the home page', () => {
  test('says what is being paid, what the brand pays, and no date', async () => {
    await patch(acme.admin, '/brand', { payoutMinimum: 15 });
    const { affiliate, visitor } = await signedIn();
    const of = { brandId: acme.brand.id, affiliateId: affiliate.id };
    await createCommission({ ...of, amount: 1600, status: 'approved' });
    await createPayout(acme.admin, { affiliateIds: [affiliate.id] });
    await createCommission({ ...of, amount: 500, status: 'approved' });
    await aggregateNewClicks();
    const { text } = await visitor.get(home);
    const [, answer = ''] = /When will I be paid\?<\/strong>([^<]+)</.exec(text) ?? [];
    expect(answer).toContain('It pays amounts of $15.00 and more');
    expect(answer).toContain('$16.00 of your money is in a payout that is being paid.');
    expect(answer).toContain('decides on the date');
    expect(answer).toContain('You get an e-mail');
  });

  test.each([
    ['active', true],
    ['applied', false],
    ['paused', false],
  ] as const)('of a creator who is %s shows the link: %s', async (status, isShown) => {
    const { visitor } = await signedIn({ status });
    const { text } = await visitor.get(home);
    expect(text.includes('Share this link')).toBe(isShown);
  });
});
