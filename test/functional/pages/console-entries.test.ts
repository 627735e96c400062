// Tests how forms of the console find creators, and what they say about entries that the API refuses.
import { beforeAll, describe, expect, test } from 'vitest';
import { now } from '#lib/foundation/shared/clock.ts';
import { tokenOf } from '#test/support/accounts.ts';
import { signedIn } from '#test/support/console.ts';
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

  test('a page with an invalid period says what is wrong', async () => {
    const { status, text } = await admin.visitor.get('/console/reports?from=nonsense');
    expect([status, text]).toEqual([400, expect.stringContaining('Must be a date')]);
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
