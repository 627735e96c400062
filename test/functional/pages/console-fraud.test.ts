// Tests the pages of the console about fraud findings and the form of the rules, with the real API behind them.
import { beforeAll, describe, expect, test } from 'vitest';
import { tokenOf } from '#test/support/accounts.ts';
import { signedIn } from '#test/support/console.ts';
import { createFinding, recordOrder } from '#test/support/creations.ts';
import { read } from '#test/support/orders.ts';

let admin: Awaited<ReturnType<typeof signedIn>>;
let token = '';

beforeAll(async () => {
  admin = await signedIn();
  token = await tokenOf(admin);
});

describe('the page of fraud findings', () => {
  test('open findings are work to do, and are listed with their creator, order and evidence in a sentence', async () => {
    const { visitor } = admin;
    expect((await visitor.get('/console')).text).not.toContain('/console/fraud?status=open');
    const finding = await createFinding(token);
    expect((await visitor.get('/console')).text).toContain('/console/fraud?status=open');
    const path = `/console/fraud?status=open&affiliateId=${finding.affiliateId}`;
    for (const address of [path, `/console/fraud/${finding.id}`]) {
      const { text } = await visitor.get(address);
      expect(text).toContain('The id of the customer of order');
      for (const link of [
        `/console/creators/${finding.affiliateId}`,
        `/console/orders/${finding.conversionId}`,
      ])
        expect(text, address).toContain(`href="${link}"`);
    }
    expect((await visitor.get(path)).text).toContain(`href="/console/fraud/${finding.id}"`);
    const dismissed = await visitor.get(path.replace('open', 'dismissed'));
    expect(dismissed.text).toContain('Nothing matches');
  });

  test('the pages of the order and of the creator show the finding, and those of another order do not', async () => {
    const { visitor } = admin;
    const { id, conversionId, affiliateId } = await createFinding(token);
    const other = await recordOrder(token);
    const link = `href="/console/fraud/${id}"`;
    for (const path of [`/console/orders/${conversionId}`, `/console/creators/${affiliateId}`])
      expect((await visitor.get(path)).text).toContain(link);
    expect((await visitor.get(`/console/orders/${other.id}`)).text).not.toContain('/console/fraud/');
  });

  test.each([
    ['dismiss', 'dismissed', 'no fraud.'],
    ['confirm', 'confirmed', 'The decision is stored: fraud.'],
  ])('an admin decides with %s and a note, once', async (decision, status, success) => {
    const { visitor } = admin;
    const { id } = await createFinding(token);
    const path = `/console/fraud/${id}`;
    const { location } = await visitor.post(path, { decision, note: `Because <b>${decision}` });
    const { text } = await visitor.get(location);
    expect(text).toContain(success);
    expect(text).toContain(`Because &lt;b&gt;${decision}`);
    expect(text).not.toContain('name="decision"');
    expect(await read(token, `/fraud-findings/${id}`)).toMatchObject({
      ...{ status, note: `Because <b>${decision}` },
    });
    const other = decision === 'confirm' ? 'dismiss' : 'confirm';
    expect((await visitor.post(path, { decision: other })).status).toBe(409);
  });

  test('an admin decides about a selection, also twice, and the list names those that were decided otherwise', async () => {
    const { visitor } = admin;
    const [one, other, third] = [
      await createFinding(token),
      await createFinding(token),
      await createFinding(token),
    ];
    const path = '/console/fraud';
    expect((await visitor.post(path, { decision: 'dismiss' })).text).toContain(
      'Select at least one finding.',
    );
    const form = { decision: 'dismiss', note: 'A test', ids: [one.id, other.id] };
    for (const _ of [1, 2])
      expect((await visitor.post(path, form)).location).toContain('done=fraudDismissed');
    const both = { decision: 'confirm', ids: [one.id, third.id] };
    const page = await visitor.post(path, both);
    expect(page.text).toContain(`<a href="/console/fraud/${one.id}">This finding was not decided</a>`);
    const statuses = await Promise.all(
      [one, other, third].map(async ({ id }) => (await read(token, `/fraud-findings/${id}`)).status),
    );
    expect(statuses).toEqual(['dismissed', 'dismissed', 'confirmed']);
  });

  test('a member reads findings without a form', async () => {
    const member = await signedIn('member');
    const { visitor } = member;
    expect((await visitor.get('/console/fraud')).text).not.toContain('name="decision"');
    expect((await visitor.post('/console/fraud', { decision: 'dismiss', ids: 'frd_1' })).status).toBe(403);
  });
});

describe('the form of the fraud rules', () => {
  const path = '/console/settings';

  test('the form turns fraud rules on and off, and keeps the version of the brand', async () => {
    const { visitor } = admin;
    const on = { 'fraudRules.selfReferral.action': '', 'fraudRules.beatenClick.action': 'hold' };
    const { location } = await visitor.post(`${path}/brand/fraud`, on);
    expect((await visitor.get(location)).status).toBe(200);
    expect((await read(token, '/brand')).fraudRules).toMatchObject({
      ...{ selfReferral: null, beatenClick: { action: 'hold' } },
    });
    const { text } = await visitor.get(path);
    expect(text).toContain('A discount code wins the order although the click is of another creator.');
    expect(text).toMatch(/<option value="hold" selected>/);
  });

  test('shows what the API refuses at the field of the rule', async () => {
    const { visitor } = admin;
    const wrong = { 'fraudRules.beatenClick.action': 'ban' };
    const { status, text } = await visitor.post(`${path}/brand/fraud`, wrong);
    expect([status, text.includes('id="fraudRules.beatenClick.action-error"')]).toEqual([400, true]);
  });

  test('speaks German', async () => {
    const german = await signedIn();
    const { text } = await german.visitor.get(path, { 'accept-language': 'de' });
    expect(text).toContain('Betrugsregeln');
  });
});
