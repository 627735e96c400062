import { describe, expect, test } from 'vitest';
import { slugOf } from '#lib/access/brands/rules/slugs.ts';
import { dataOf } from '#test/support/answers.ts';
import { brandWithCreators, createApprovedCommission, createPayout } from '#test/support/payouts.ts';
import { expectError, invalidFields } from '#test/support/refusals.ts';
import { createBrand, send } from '#test/support/service.ts';
import { trafficOf } from '#test/support/traffic.ts';

const patch = (token: string, body: unknown) => send('PATCH', '/brand', { token, body });

describe('GET /v1/brand', () => {
  test('returns the settings of the brand, without its salt, to admins and members', async () => {
    const { brand, admin, member } = await createBrand();
    const shown = await dataOf(send('GET', '/brand', { token: member }));
    expect(shown).toEqual({
      id: brand.id,
      name: 'Acme',
      currency: 'USD',
      timezone: 'UTC',
      landingUrl: 'https://acme.test/',
      landingHosts: [],
      commission: { type: 'percentage', value: 10 },
      attributionWindowDays: 30,
      customerAttribution: { type: 'firstOrder' },
      holdDays: 30,
      holdAboveShare: 50,
      uniqueClicksPerAddress: 10,
      payoutMinimum: 0,
      payoutAccount: null,
      linkTexts: null,
      defaultUtm: null,
      requireSecondFactor: false,
      auditAddresses: 'hashed',
      creatorMails: { enabled: true, replyTo: null, off: [] },
      fraudRules: {
        ...{ selfReferral: null, beatenClick: null, paidSearch: null, severalAccounts: null },
        ...{ paymentDetails: null, couponLeak: null, refundRate: null, velocity: null },
      },
      slug: brand.slug,
      linkPrefix: null,
      linkDomain: null,
      portal: { ...brand.portal, logoUrl: null },
      ratesByAdminsOnly: false,
      createdAt: brand.createdAt,
    });
    expect(await dataOf(send('GET', '/brand', { token: admin }))).toEqual(shown);
  });
});

describe('PATCH /v1/brand', () => {
  test('changes every setting, and GET returns the changes', async () => {
    const { admin } = await createBrand();
    const changes = {
      name: 'Acme & Co',
      timezone: 'Europe/Berlin',
      landingUrl: 'https://shop.acme.test/start',
      landingHosts: ['*.acme.test'],
      commission: { type: 'fixed', value: 4.5 },
      auditAddresses: 'clear',
      attributionWindowDays: 7,
      customerAttribution: { type: 'months', months: 12 },
      holdDays: 14,
      holdAboveShare: 33.33,
      uniqueClicksPerAddress: null,
      payoutMinimum: 25,
      linkTexts: { title: 'Bye', message: 'Visit us.' },
      defaultUtm: { source: 'creators', content: '{trackingCode}' },
      ratesByAdminsOnly: true,
    };
    const changed = await dataOf(patch(admin, changes));
    expect(changed).toMatchObject(changes);
    expect(await dataOf(send('GET', '/brand', { token: admin }))).toEqual(changed);
  });

  test('writes nothing when it repeats the present settings', async () => {
    const { brand, admin } = await createBrand();
    const body = { name: brand.name, holdDays: brand.holdDays, landingHosts: [] };
    const [{ status }, { calls }] = await trafficOf(() => patch(admin, body));
    expect([status, calls.filter(({ operation }) => operation.startsWith('Transact'))]).toEqual([200, []]);
  });

  test('keeps two concurrent changes of different settings', async () => {
    const { admin } = await createBrand();
    await Promise.all([patch(admin, { name: 'Bolt' }), patch(admin, { payoutMinimum: 5 })]);
    const shown = await dataOf(send('GET', '/brand', { token: admin }));
    expect(shown).toMatchObject({ name: 'Bolt', payoutMinimum: 5 });
  });

  test('never stores a landing page outside of the landing hosts when both change at once', async () => {
    const { admin } = await createBrand();
    await patch(admin, { landingHosts: ['acme.test', 'bolt.test'] });
    const answers = await Promise.all([
      patch(admin, { landingUrl: 'https://bolt.test/' }),
      patch(admin, { landingHosts: ['acme.test'] }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });

  test.each([
    ['landingUrl', { landingUrl: 'https://bolt.test/' }],
    ['landingHosts', { landingHosts: ['bolt.test'] }],
    ['payoutMinimum', { payoutMinimum: 0.001 }],
    ['commission.value', { commission: { type: 'percentage', value: 101 } }],
    ['', {}],
  ])('returns 400 that names the field %j', async (path, body) => {
    const { admin } = await createBrand();
    if (path === 'landingUrl') await patch(admin, { landingHosts: ['acme.test'] });
    expectError(await patch(admin, body), invalidFields(path));
  });
});

describe('payoutMinimum of a brand', () => {
  test('applies to payouts and dry runs without a minimum, and a payout can set its own', async () => {
    const acme = await brandWithCreators(1);
    const [ada = ''] = acme.creators;
    await createApprovedCommission(acme, ada, 2000);
    await patch(acme.admin, { payoutMinimum: 20.01 });
    const dryRun = await dataOf(send('POST', '/payouts?dryRun=true', { token: acme.admin }));
    expect(dryRun).toMatchObject({ minimum: 20.01, amount: 0, emptyReason: 'belowMinimum' });
    const refused = await send('POST', '/payouts', { token: acme.admin });
    expect([refused.status, refused.json.meta]).toEqual([200, { reason: 'belowMinimum' }]);
    expect(await createPayout(acme.admin, { minimum: 0 })).toMatchObject({ minimum: 0, amount: 20 });
  });
});

test('PATCH /v1/brand shows the account of SEPA files masked, and refuses an IBAN with wrong check digits', async () => {
  const { admin: token } = await createBrand();
  const set = (iban: string) =>
    send('PATCH', '/brand', { token, body: { payoutAccount: { iban, name: 'Acme GmbH' } } });
  const { json } = await set('DE89 3704 0044 0532 0130 00');
  expect(json.data.payoutAccount).toEqual({ iban: 'DE** **** 3000', name: 'Acme GmbH', bic: null });
  expect((await set('DE88370400440532013000')).json.details[0].path).toBe('payoutAccount.iban');
});

test('a brand cannot have the slug of the style sheet and the script of the portal', async () => {
  const { admin } = await createBrand();
  expectError(await patch(admin, { slug: 'assets' }), invalidFields('slug'));
  expect(slugOf('Assets')).toMatch(/^assets-[0-9a-f]{6}$/);
});
