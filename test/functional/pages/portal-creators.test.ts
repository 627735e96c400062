// Tests what new, invited and disappointed creators find in the portal.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Affiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import '#test/support/console.ts';
import { createCommission } from '#test/support/commissions.ts';
import {
  createCampaign,
  createDiscount,
  createLink,
  openDispute,
  patch,
  recordOrder,
} from '#test/support/creations.ts';
import { readPage } from '#test/support/lists.ts';
import { read, refund } from '#test/support/orders.ts';
import { paypalDetails, sepaDetails } from '#test/support/payment-details.ts';
import { createPayout, payPayout } from '#test/support/payouts.ts';
import { createPortalCreator, creatorLinkOf } from '#test/support/portal.ts';
import { signedInCreator, visitPortal } from '#test/support/portal-visitor.ts';
import { createBrand, send, type TestBrand } from '#test/support/service.ts';
import { aggregateNewClicks } from '#test/support/stream.ts';

let acme: TestBrand;
let home = '';
beforeAll(async () => {
  acme = await createBrand('scale');
  home = `/creators/${acme.brand.slug}`;
});

const german = { 'accept-language': 'de' };

const signedIn = (given: Partial<Affiliate> = {}) => signedInCreator(acme.brand, given);

/** Without markup, as a person reads it. */
const wordsOf = (text: string): string => text.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');

test('an invited creator who signs in with any link accepts the invitation with a button', async () => {
  const { affiliate, visitor } = await signedIn({ status: 'invited' });
  const { text } = await visitor.get(home);
  expect(text).toContain('Accept the invitation of Acme');
  expect(text).not.toContain('You earn nothing');
  expect(text).not.toContain('When am I paid?');
  expect((await visitor.get(`${home}/commissions`)).text).toContain(
    'Accept the invitation on the start page',
  );
  expect((await visitor.post(`${home}/accept`)).location).toBe(`${home}?done=joined`);
  expect((await read(acme.admin, `/affiliates/${affiliate.id}`)).status).toBe('active');
  expect((await visitor.get(`${home}?done=joined`)).text).toContain('Share this link');
});

test('the home page warns of a link that shows an error, because the brand has no landing page', async () => {
  const { visitor } = await signedIn({ status: 'active' });
  const warning = 'This link shows an error until Acme has set the page';
  expect((await visitor.get(home)).text).not.toContain(warning);
  await patch(acme.admin, '/brand', { landingUrl: null });
  expect((await visitor.get(home)).text).toContain(warning);
  await patch(acme.admin, '/brand', { landingUrl: 'https://acme.test/' });
});

test('the home page shows the further links of the creator', async () => {
  const { affiliate, visitor } = await signedIn({ status: 'active' });
  const { url } = await createLink(acme.admin, affiliate.id, { name: 'Bio & story' });
  const { text } = await visitor.get(home);
  expect([text.includes(url), text.includes('Bio &amp; story')]).toEqual([true, true]);
});

describe('the way through the portal', () => {
  test('a link that was used leads a signed-in creator to the home page, as the sign-in and the application do', async () => {
    const { visitor, token } = await signedIn();
    expect((await visitor.post(`${home}/session`, { token })).location).toBe(home);
    for (const path of ['/sign-in', '/join']) expect((await visitor.get(home + path)).location).toBe(home);
  });

  test('the page of a request for a link shows the address that was entered', async () => {
    const visitor = visitPortal();
    const { location } = await visitor.post(`${home}/sign-in`, { email: 'gus@creators.tset' });
    expect((await visitor.get(location)).text).toContain('If gus@creators.tset belongs to a creator');
  });

  test('the first page replaces an earlier one as the page after the sign-in', async () => {
    const { affiliate } = await createPortalCreator(acme.brand);
    const visitor = visitPortal();
    await visitor.get((await visitor.get(`${home}/payouts`)).location);
    await visitor.get((await visitor.get(home)).location);
    const token = await creatorLinkOf(affiliate, 'creatorSignIn');
    expect((await visitor.post(`${home}/session`, { token })).location).toBe(home);
  });

  test('an address with a slash at the end shows its page', async () => {
    const { visitor } = await signedIn();
    expect((await visitor.get(`${home}/`)).status).toBe(200);
  });

  test('each page names the contact of the brand, also for a paused creator and before the sign-in', async () => {
    await patch(acme.admin, '/brand', { portal: { supportEmail: 'partners@acme.test' } });
    const { visitor } = await signedIn({ status: 'paused' });
    for (const page of [await visitor.get(home), await visitPortal().get(`${home}/sign-in`)])
      expect(page.text).toContain('href="mailto:partners@acme.test"');
  });
});

test('the application page shows the rate and the conditions, and completes the address of a profile', async () => {
  const urls = { termsUrl: 'https://acme.test/terms', privacyUrl: 'https://acme.test/privacy' };
  await patch(acme.admin, '/brand', { portal: { applications: 'review', ...urls } });
  const visitor = visitPortal();
  const { text } = await visitor.get(`${home}/join`);
  expect(text).toContain('earn 10% of each order');
  for (const url of Object.values(urls)) expect(text).toContain(`href="${url}"`);
  const person = { name: 'Noah', email: 'noah@applicants.test', profileUrl: 'instagram.com/noah' };
  expect((await visitor.post(`${home}/join`, person)).location).toBe(`${home}/joined`);
});

describe('the money of a creator in the portal', () => {
  test('each commission and its statement say the rate and its source, and the home page names the campaigns', async () => {
    const { affiliate, visitor } = await signedIn();
    const rate = { type: 'percentage', value: 12 };
    const campaign = await createCampaign(acme.admin, { status: 'active', name: 'Summer', commission: rate });
    const path = `/campaigns/${campaign.id}/affiliates/${affiliate.id}`;
    expect((await send('PUT', path, { token: acme.admin })).status).toBeLessThan(300);
    const { code } = await createDiscount(acme.admin, affiliate.id, { campaignId: campaign.id });
    const order = { discountCode: code, orderId: 'summer-1', amount: 99 };
    const { commissionId } = await recordOrder(acme.admin, order);
    const sentence = '12% of $99.00, by the rate of the campaign Summer';
    expect((await visitor.get(`${home}/commissions`)).text).toContain(sentence);
    await patch(acme.admin, `/commissions/${commissionId}/approve`, {});
    const { id } = await createPayout(acme.admin, { affiliateIds: [affiliate.id] });
    await payPayout(acme.admin, id);
    expect((await visitor.get(`${home}/payouts/${id}`)).text).toContain(sentence);
    expect((await visitor.get(`${home}/payouts`)).text).toContain('Show the statement');
    await aggregateNewClicks();
    const first = wordsOf((await visitor.get(home)).text);
    expect(first).toContain('10% of each order, unless a campaign says otherwise');
    expect(first).toContain(`Summer 12% of each order`);
    expect(first).toContain(`?campaignId=${campaign.id}`);
    expect(first).toMatch(/Last payout to you: \w+ \d+, \d+, \$11\.88\./);
  });

  test('a commission says why it is smaller than its rate after a partial refund', async () => {
    const { affiliate, visitor } = await signedIn();
    const { code } = await createDiscount(acme.admin, affiliate.id);
    const order = await recordOrder(acme.admin, { discountCode: code, amount: 200 });
    await refund(acme.admin, order.id, { amount: 50 });
    const sentence =
      '10% of $200.00, by the rate of the brand. It was $20.00 until a part of the order was refunded or removed';
    const commissions = async () => wordsOf((await visitor.get(`${home}/commissions`)).text);
    expect(await commissions()).toContain(`$15.00 ${sentence}`);
    await refund(acme.admin, order.id, { amount: 150 });
    expect(await commissions()).not.toContain('10% of');
  });

  test('the deletion of the account says which amounts the creator gives up', async () => {
    const { affiliate, visitor } = await signedIn();
    const of = { brandId: acme.brand.id, affiliateId: affiliate.id };
    await createCommission({ ...of, amount: 6228, status: 'approved' });
    await createCommission({ ...of, amount: 4315, status: 'pending' });
    await aggregateNewClicks();
    const { text } = await visitor.get(`${home}/profile`);
    expect(text).toContain('$62.28 is approved. The brand still owes it to you');
    expect(text).toContain('$43.15 is pending.');
  });

  test('a creator is asked for payment details at once, and learns from when the first ones are used', async () => {
    const { affiliate, visitor } = await signedIn();
    expect((await visitor.get(home)).text).toContain('Add payment details');
    const path = `/affiliates/${affiliate.id}/payout-details`;
    expect((await visitor.post(`${home}/payment-details`, { ...paypalDetails })).status).toBe(303);
    expect((await visitor.get(home)).text).toMatch(
      /Your payment details are saved, and are used from .+ UTC on/,
    );
    expect((await read(acme.admin, path)).details.type).toBe('paypal');
  });
});

test.each([
  ['EUR', 'sepa'],
  ['USD', 'paypal'],
])('the form of payment details in %s begins with %s', async (currency, type) => {
  const { brand } = await createBrand('scale', { currency });
  const { visitor } = await signedInCreator(brand);
  const { text } = await visitor.get(`/creators/${brand.slug}/payment-details`);
  expect(text).toContain(`<input type="hidden" name="type" value="${type}">`);
});

describe('questions about orders', () => {
  test('a rejected commission leads to the question, which is asked once, and its answer is on the home page', async () => {
    const { affiliate, visitor } = await signedIn();
    const order = { orderId: '2196', amount: 50, trackingCode: affiliate.trackingCode };
    const { commissionId } = await recordOrder(acme.admin, order);
    await patch(acme.admin, `/commissions/${commissionId}/reject`, { reason: 'Self-referral' });
    const path = `${home}/commissions/missing`;
    expect((await visitor.get(`${home}/commissions`)).text).toContain(`href="${path}?order=2196"`);
    const question = { requestId: 'ask-1', orderId: '2196', message: 'Please check it' };
    expect((await visitor.post(path, question)).status).toBe(303);
    const asked = (await visitor.get(`${path}?order=2196`)).text;
    expect(asked).toContain('It has not answered yet.');
    expect(asked).not.toContain('Send to the brand');
    expect(asked).toContain('<td data-label="Order" class=""><bdi>2196</bdi></td>');
    const again = await visitor.post(path, { ...question, requestId: 'ask-2' }, german);
    expect([again.status, again.text.includes('noch nicht beantwortet')]).toEqual([409, true]);
    const { items } = await readPage(acme.admin, '/disputes', { affiliateId: affiliate.id });
    const id = items[0]?.id;
    const decision = { token: acme.admin, body: { reason: 'It stays rejected' } };
    expect((await send('POST', `/disputes/${id}/reject`, decision)).status).toBe(200);
    const first = wordsOf((await visitor.get(home)).text);
    expect(first).toContain('Acme has answered your request about order 2196. Read the answer');
  });

  test('an old answer is not news', async () => {
    const { affiliate, visitor } = await signedIn();
    const { id } = await openDispute(acme.admin, affiliate.id);
    await send('POST', `/disputes/${id}/withdraw`, { token: acme.admin, body: {} });
    expect((await visitor.get(home)).text).not.toContain('has answered your request');
  });

  test('a number that was looked up filters no list of requests', async () => {
    const { visitor } = await signedIn();
    const { text } = await visitor.get(`${home}/commissions/missing?order=9999`);
    expect(text).toContain('You have sent no request.');
    expect(text).not.toContain('Nothing matches these filters.');
  });

  test('a number of only spaces is answered with what to enter', async () => {
    const { visitor } = await signedIn();
    const page = await visitor.get(`${home}/commissions/missing?order=%20%20`);
    expect(page.status).toBe(400);
    expect(page.text).toContain('<small id="order-error" class="error">Enter the number of the order.');
  });
});

test('a wrong field is explained in the language of the page, and gets the focus', async () => {
  const { visitor } = await signedIn({ language: 'de' });
  const wrong = { type: 'sepa', name: sepaDetails.name, iban: 'DE00370400440532013000' };
  const page = await visitor.post(`${home}/payment-details`, wrong, german);
  expect(page.status).toBe(400);
  expect(page.text).toContain('Diese IBAN hat einen Tippfehler');
  expect(page.text).toMatch(/<input name="iban"[^>]* autofocus[ >]/);
});

test('the profile completes an address without https, and keeps what it does not show', async () => {
  const { affiliate, visitor } = await signedIn({ mailsOff: ['welcome'] });
  const mails = [
    'dailyDigest',
    'commissionApproved',
    'commissionRejected',
    'payoutSent',
    'payoutDetailsMissing',
    'termsChanged',
  ];
  const form = { name: 'Ada', profileUrl: 'instagram.com/ada', language: '', mails };
  expect((await visitor.post(`${home}/profile`, form)).location).toBe(`${home}/profile?done=saved`);
  expect(await read(acme.admin, `/affiliates/${affiliate.id}`)).toMatchObject({
    profileUrl: 'https://instagram.com/ada',
    mails: { off: ['welcome', 'disputeAnswered'] },
  });
});

test('a link of an application that was used says that the brand may have the application, and leads to a new one', async () => {
  const { text } = await visitPortal().post(`${home}/application`, { token: 'used' });
  expect(wordsOf(text)).toContain('If you have confirmed before, the brand has your application');
  expect(text).toContain(`href="${home}/join"`);
});

test.each([
  ['applied', 'The brand is reviewing your application'],
  ['paused', 'The brand has paused you'],
] as const)('a creator who is %s is not asked to share links', async (status, reason) => {
  const { visitor } = await signedIn({ status });
  for (const path of ['/commissions', '/links']) {
    const { text } = await visitor.get(home + path);
    expect(text).toContain(reason);
    expect(text).not.toMatch(/Share your link|Give each place/);
  }
});
