// Tests how forms of the console find creators, and what they say about entries that the API refuses.
import { beforeAll, describe, expect, test } from 'vitest';
import { recordedTypes } from '#lib/foundation/contract/event-types.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { audit as german } from '#lib/pages/shared/texts/de/audit.ts';
import { tokenOf } from '#test/support/accounts.ts';
import { signedIn } from '#test/support/console.ts';
import { recordAllEvents } from '#test/support/events.ts';
import { send } from '#test/support/service.ts';
import { aggregate, newChanges } from '#test/support/stream.ts';

type Signed = Awaited<ReturnType<typeof signedIn>>;
let admin: Signed;
let token = '';

beforeAll(async () => {
  admin = await signedIn();

  token = await tokenOf(admin);
  for (const name of ['Ada Bergström', 'Bo Lind', 'Bo Lindgren', 'Cy Berg', 'Cy Bergman']) {
    const address = `${name.replaceAll(/\W/g, '').toLowerCase()}@creators.test`;
    await send('POST', '/affiliates/invite', { token, body: { name, email: address } });
  }
});

const bonusFor = (affiliateId: string, language = 'en') =>
  admin.visitor.post(
    '/console/commissions/new',
    { affiliateId, kind: 'bonus', amount: '5', reason: 'Thanks' },
    { 'accept-language': language },
  );

describe('the field of a creator', () => {
  test.each(['Ada Bergström', 'ada', 'adabergstrm@creators.test', 'Bo Lind'])(
    'a form accepts %s',
    async (text) => {
      expect((await bonusFor(text)).location).toContain('done=commissionCreated');
    },
  );

  test.each(['Nobody', 'Cy', 'aff_unknown', 'nobody@creators.test'])(
    'a form marks its field for %s, which means no creator or several',
    async (text) => {
      const { status, text: page } = await bonusFor(text);
      expect([status, page]).toEqual([400, expect.stringContaining('id="affiliateId-error"')]);
      expect(page).toContain(`value="${text}"`);
    },
  );

  test('a form offers the creators of the brand by their names', async () => {
    const { json } = await send('GET', '/affiliates?q=ada', { token });
    await send('PATCH', `/affiliates/${json.data[0].id}`, { token, body: { status: 'active' } });
    const { text } = await admin.visitor.get('/console/codes/new');
    expect(text).toContain('list="affiliateId-offers"');
    expect(text).toContain('<option value="adabergstrm@creators.test">Ada Bergström</option>');
  });
});

describe('a refused entry', () => {
  test('a German page explains a refused entry beside its field', async () => {
    const fields = { name: 'Neu', email: 'neu', trackingCode: '' };
    const page = await admin.visitor.post('/console/creators/invite', fields, { 'accept-language': 'de' });
    expect(page.text).toContain('Das ist keine E-Mail-Adresse.');
  });

  test('a form without the refused field explains the refusal above itself', async () => {
    const lines = Array.from({ length: 101 }, (_, index) => `CODE${index}, 10, ada@creators.test`).join('\n');
    const { status, text } = await admin.visitor.post('/console/codes/many', { lines });
    expect(status).toBe(400);
    expect(text).toMatch(/role="alert">Must have at most \d+/);
  });

  test.each([
    ['12,5', 'done=commissionCreated'],
    ['1,000', undefined],
    ['lots', undefined],
  ])(
    'an amount accepts a decimal comma, and says what is wrong with another text: %s',
    async (amount, done) => {
      const { location, text } = await admin.visitor.post('/console/commissions/new', {
        ...{ affiliateId: 'Ada Bergström', kind: 'bonus', amount, reason: 'Thanks' },
      });
      if (done === undefined) expect(text).toMatch(/id="amount-error"[^>]*>(?!Required)/);
      else expect(location).toContain(done);
    },
  );

  test.each([
    ['1.200', undefined],
    ['12.50', 'done=commissionCreated'],
    ['1,234', undefined],
    ['1200,5', 'done=commissionCreated'],
  ])('an amount on a German page is never a thousandth of what was meant: %s', async (amount, done) => {
    const fields = { affiliateId: 'Ada Bergström', kind: 'bonus', amount, reason: 'Danke' };
    const { location, text } = await admin.visitor.post('/console/commissions/new', fields, {
      'accept-language': 'de',
    });
    if (done === undefined) expect(text).toMatch(/id="amount-error"[^>]*>(Das ist keine Zahl|Höchstens 2)/);
    else expect(location).toContain(done);
  });

  test('a page with an invalid period says what is wrong', async () => {
    const { status, text } = await admin.visitor.get('/console/reports?from=nonsense');
    expect([status, text]).toEqual([400, expect.stringContaining('Must be a date')]);
  });
});

describe('the exchange rates', () => {
  const path = '/console/settings/exchange-rates';
  const set = (rate: string, language: string, day = '2026-11-02') =>
    admin.visitor.post(
      path,
      { of: 'SEK', 'rates.0.day': day, 'rates.0.rate': rate },
      { 'accept-language': language },
    );

  test('a manager stores the rate of a day with a decimal comma, and sees all its digits', async () => {
    expect((await set('0,0912345678', 'de')).location).toBe(`${path}?currency=SEK&done=rateSet`);
    const { json } = await send('GET', '/exchange-rates/SEK', { token });
    expect(json.data).toEqual([{ currency: 'SEK', day: '2026-11-02', rate: '0.0912345678' }]);
    const { text } = await admin.visitor.get(`${path}?currency=SEK`, { 'accept-language': 'de' });
    expect(text).toMatch(/<td[^>]*>0,0912345678<\/td>/);
  });

  test('a refused rate or day is explained beside its field, in the language of the page', async () => {
    expect((await set('much', 'de')).text).toMatch(/id="rates.0.rate-error"[^>]*>Das ist keine Zahl über 0/);
    expect((await set('1,234', 'en')).text).toContain('id="rates.0.rate-error"');
    expect((await set('0.09', 'de', '2099-01-01')).text).toMatch(/id="rates.0.day-error"[^>]*>Nicht nach /);
  });

  test('an order in another currency leads to the rates until one is stored', async () => {
    const order = { orderId: 'dkk-1', amount: '100', currency: 'DKK', occurredAt: '2026-11-02' };
    const record = () =>
      admin.visitor.post('/console/orders/new', { ...order, trackingCode: 'Ada Bergström' });
    expect((await record()).text).toContain('An admin can store it in Settings → Exchange rates.');
    const body = { rates: [{ day: order.occurredAt, rate: '0.15' }] };
    await send('PUT', '/exchange-rates/DKK', { token, body });
    const [, id] = /orders\/(\w+)\?done=recorded/.exec((await record()).location) ?? [];
    const { json } = await send('GET', `/conversions/${id}`, { token });
    expect(json.data).toMatchObject({ amount: 15, currency: 'USD' });
  });

  test('a currency without rates says what happens to orders in it', async () => {
    const { text } = await admin.visitor.get(`${path}?currency=PLN`);
    expect(text).toContain('The service refuses orders in PLN that do not name a rate themselves.');
  });

  test('an unknown currency in the address shows the usual one', async () => {
    expect((await admin.visitor.get(`${path}?currency=shells`)).text).toMatch(
      /<option value="EUR" selected>/,
    );
  });
});

test.each([
  ['en', ','],
  ['de', ';'],
])('a file for Excel has the separators of the language %s', async (language, separator) => {
  const path = '/console/reports/performance.csv?groupBy=affiliate&excel=true';
  const { text } = await admin.visitor.get(path, { 'accept-language': language });
  const [header = ''] = text.split('\r\n');
  expect(new Set(header.match(/[,;]/g))).toEqual(new Set([separator]));
});

test('an export has a status of its list, and refuses that of another one', async () => {
  const create = (status: string) =>
    admin.visitor.post('/console/settings/exports', {
      ...{ resource: 'commissions', format: 'csv', 'filters.status': status },
    });
  expect((await create('payouts paid')).text).toContain('This status belongs to another list.');
  expect((await create('commissions approved')).location).toContain('done=exportBegun');
  const { json } = await send('GET', '/exports', { token });
  expect(json.data[0]).toMatchObject({ resource: 'commissions', filters: { status: 'approved' } });
});

test('a customer is moved to a creator whom the person enters by the name, and to nobody', async () => {
  const { json } = await send('GET', '/affiliates?q=ada', { token });
  const order = {
    orderId: 'phone-3',
    amount: 50,
    customerId: 'kim',
    trackingCode: json.data[0].trackingCode,
  };
  await send('POST', '/conversions', { token, body: order, headers: { 'idempotency-key': 'phone-3' } });
  const move = (affiliateId: string) =>
    admin.visitor.post('/console/customers/move', { id: 'kim', affiliateId, reason: 'Bo came first' });
  const unknown = await move('Nobody');
  expect([unknown.status, unknown.text]).toEqual([400, expect.stringContaining('id="affiliateId-error"')]);
  const page = async () => (await admin.visitor.get('/console/customers/details?id=kim')).text;
  expect((await move('Bo Lind')).location).toContain('done=saved');
  expect(await page()).toMatch(/<dd><a href="[^"]*"><bdi>Bo Lind</);
  expect((await move('')).location).toContain('done=saved');
  expect(await page()).toContain('<dd>Nobody</dd>');
});

test('an invitation of a user is not called one of a creator', async () => {
  const { location } = await admin.visitor.post('/console/settings/users', {
    ...{ email: 'new-user@brands.test', role: 'member' },
  });
  expect((await admin.visitor.get(location)).text).toContain('The invitation is on its way.');
});

describe('the audit trail', () => {
  test('shows amounts with their currency, and no name of the contract', async () => {
    await send('PATCH', '/brand', { token, body: { payoutMinimum: 1250 } });
    await recordAllEvents();
    const { text } = await admin.visitor.get('/console/settings/audit', { 'accept-language': 'de' });
    expect(text).toMatch(/0,00\s\$ → 1\.250,00\s\$/);
    expect(text).not.toMatch(/<option value="[a-z_]+">[a-z_]+<\/option>/);
  });

  test('finds the changes of a resource by the address of its page', async () => {
    await recordAllEvents();
    const { json } = await send('GET', '/affiliates?q=ada', { token });
    const address = encodeURIComponent(`https://api.acme.test/console/creators/${json.data[0].id}?a=1`);
    const { text } = await admin.visitor.get(`/console/settings/audit?resourceId=${address}`);
    expect(text).toContain('Ada Bergström');
    expect(text).not.toContain('Bo Lind');
    const named = await admin.visitor.get('/console/settings/audit?resourceId=Ada%20Bergstr%C3%B6m');
    expect([named.text.includes('Ada Bergström'), named.text.includes('Bo Lind')]).toEqual([true, false]);
    const unknown = await admin.visitor.get('/console/settings/audit?resourceId=nobody');
    expect(unknown.text).toContain('value="nobody"');
  });

  test('names the currency and the day of an exchange rate', async () => {
    const body = { rates: [{ day: '2026-11-03', rate: '0.09' }] };
    await send('PUT', '/exchange-rates/NOK', { token, body });
    await recordAllEvents();
    const { text } = await admin.visitor.get('/console/settings/audit?type=exchange_rate');
    expect(text).toMatch(/Exchange rate <bdi>NOK, Nov 3, 2026</);
  });

  test('has a German sentence for each event', () => {
    expect(Object.keys(recordedTypes).filter((type) => german.events[type] === undefined)).toEqual([]);
  });

  test('names the user who changed a creator on the page of the creator', async () => {
    await recordAllEvents();
    const { json } = await send('GET', '/affiliates?q=ada', { token });
    const { text } = await admin.visitor.get(`/console/creators/${json.data[0].id}`);
    expect(text.slice(text.indexOf('<h2>History'))).toContain(admin.email);
  });
});

describe('the reports', () => {
  test('the report of performance links its creators, and offers the last year as a period', async () => {
    const { json } = await send('GET', '/affiliates?q=ada', { token });
    const [{ trackingCode, id }] = json.data;
    const order = { orderId: 'phone-2', amount: 50, trackingCode };
    await send('POST', '/conversions', { token, body: order, headers: { 'idempotency-key': 'phone-2' } });
    for (const batch of await newChanges()) await aggregate(batch);
    const { text } = await admin.visitor.get('/console/reports');
    expect(text).toContain(`<a href="/console/creators/${id}">`);
    expect(text).toContain('>Last 12 months</a>');
    const byMonth = await admin.visitor.get('/console/reports?groupBy=month');
    const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
    expect(byMonth.text).toContain(`>${month.format(now())}<`);
  });

  test('the report of what is owed has a column for what is in a payout', async () => {
    expect((await admin.visitor.get('/console/reports/payables')).text).toContain(
      'scope="col" class="number">In a payout',
    );
  });
});

test('a member sees the settings of the brand without a button that saves them', async () => {
  const { visitor } = await signedIn('member');
  const { text } = await visitor.get('/console/settings');
  expect([text.includes('name="timezone"'), text.includes('>Save</button>')]).toEqual([true, false]);
});
