// Tests how forms of the console find creators, and what they say about entries that the API refuses.
import { beforeAll, describe, expect, test } from 'vitest';
import { tokenOf } from '#test/support/accounts.ts';
import { signedIn } from '#test/support/console.ts';
import { send } from '#test/support/service.ts';

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
