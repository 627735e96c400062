// Tests the pages of the console about applicants, payment details, terms, the portal and e-mails, with the real API behind them.
import { beforeAll, describe, expect, test } from 'vitest';
import { now } from '#lib/foundation/shared/clock.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { addressHash } from '#lib/outlets/creator-mails/rules/links.ts';
import { stopMails } from '#lib/outlets/creator-mails/store/change-creator.ts';
import { newAffiliate } from '#lib/program/affiliates/rules/new-affiliate.ts';
import { addAffiliate } from '#lib/program/affiliates/writes.ts';
import { signedIn } from '#test/support/console.ts';
import { unusedEmail } from '#test/support/creations.ts';
import { createCreators } from '#test/support/creators.ts';
import { recordAllEvents } from '#test/support/events.ts';

const markup = '<img src=x onerror=alert(1)>';
const escaped = '&lt;img src=x onerror=alert(1)&gt;';

type Signed = Awaited<ReturnType<typeof signedIn>>;
let admin: Signed;
let creator = '';

beforeAll(async () => {
  admin = await signedIn();
  [creator = ''] = await createCreators(admin.brand, 1);
});

/** Returns the text that a browser shows, without the tags. */
const textOf = (html: string): string => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');

async function apply(name: string): Promise<string> {
  const { brand } = admin;
  const applicant = {
    ...newAffiliate({ email: unusedEmail(), name }, brand, now()),
    ...{ status: 'applied' as const, applicationMessage: `I am ${name}` },
  };
  await transact(addAffiliate(applicant, brand));
  return applicant.id;
}

describe('the applicants', () => {
  test('applicants are counted on the overview, and are accepted or declined one by one or together', async () => {
    const { visitor } = admin;
    const [one, two, three] = [await apply(markup), await apply('Two'), await apply('Three')];
    expect(textOf((await visitor.get('/console')).text)).toContain('Applicants 3');
    const list = await visitor.get('/console/creators/applicants');
    expect([list.text.includes(`I am ${escaped}`), list.text.includes(markup)]).toEqual([true, false]);
    const nobody = await visitor.post('/console/creators/applicants', { decision: 'active' });
    expect(nobody.text).toContain('Select at least one applicant.');
    const sent = await visitor.post('/console/creators/applicants', { ids: [one, two], decision: 'active' });
    expect([sent.status, sent.location]).toEqual([303, '/console/creators/applicants?done=accepted']);
    const page = await visitor.get(`/console/creators/${three}`);
    expect(page.text).toContain('<button name="decision" value="declined"');
    const declined = await visitor.post('/console/creators/applicants', {
      ids: three,
      decision: 'declined',
      single: '1',
    });
    expect(declined.location).toBe(`/console/creators/${three}?done=declined`);
    const after = await visitor.get(declined.location);
    expect([after.text.includes('value="declined"'), textOf(after.text).includes('Status Declined')]).toEqual(
      [false, true],
    );
    expect(textOf((await visitor.get('/console/creators/applicants')).text)).toContain(
      'Nobody waits for a decision.',
    );
  });

  test('a decision that another manager has made before names the creator and the reason', async () => {
    const id = await apply('Quick');
    await admin.visitor.post('/console/creators/applicants', { ids: id, decision: 'active' });
    const late = await admin.visitor.post('/console/creators/applicants', { ids: id, decision: 'declined' });
    expect([late.status, late.text.includes('Quick: ')]).toEqual([409, true]);
  });
});

describe('the form of a creator', () => {
  test('an own rate without its kind is refused, and the field says what to choose', async () => {
    const { visitor } = admin;
    const input = { email: unusedEmail(), 'commissionOverride.type': '', 'commissionOverride.value': '15' };
    const refused = await visitor.post('/console/creators/invite', input);
    expect(refused.status).toBe(400);
    expect(refused.text).toMatch(/id="commissionOverride.type-error" class="error">Choose percent/);
    expect(refused.text).toContain('value="15"');
  });

  test('an address of another creator is refused without an id, alone and among many', async () => {
    const { visitor } = admin;
    const email = unusedEmail();
    await visitor.post('/console/creators/invite', { email });
    const one = await visitor.post('/console/creators/invite', { email });
    const many = await visitor.post('/console/creators/invite-many', { lines: email });
    for (const { text } of [one, many]) {
      expect(text).toContain('Another creator has this e-mail address.');
      expect(text).not.toContain('Belongs to');
    }
    expect(textOf(many.text)).toContain(`1: ${email}`);
  });
});

describe('the payment details of a creator', () => {
  test('payment details are entered, held after a change, shown masked with the person who changed them, and deleted', async () => {
    const { visitor, email } = admin;
    const path = `/console/creators/${creator}`;
    expect((await visitor.get(path)).text).toContain('There are no payment details.');
    const wise = { type: 'wise', name: 'Ada', 'tax.country': 'DE', 'tax.taxId': '86095742719' };
    const refused = await visitor.post(`${path}/payment`, wise);
    expect([refused.status, refused.text.includes('id="email-error"')]).toEqual([400, true]);
    const other = { type: 'other', text: `Cash ${markup}`, 'tax.country': 'DE', 'tax.taxId': '86095742719' };
    expect((await visitor.post(`${path}/payment`, other)).location).toBe(`${path}?done=saved`);
    const paypal = { type: 'paypal', email: 'ada@creators.test' };
    expect((await visitor.post(`${path}/payment`, paypal)).status).toBe(303);
    await recordAllEvents();
    const shown = await visitor.get(path);
    const text = textOf(shown.text);
    expect(text).toMatch(/Held: files use the new details from .* Paid with PayPal, a\*+@creators\.test/);
    expect(text).toMatch(/Used until then Another way.* Tax DE, .*719/);
    expect(text).toMatch(new RegExp(`Last change [^,]+, [^,]+, [^,]+, ${email}`));
    for (const secret of ['86095742719', 'ada@creators.test', markup])
      expect(shown.text).not.toContain(secret);
    await visitor.post(`${path}/payment/delete`);
    expect((await visitor.get(`${path}?done=detailsDeleted`)).text).toContain(
      'The payment details are deleted.',
    );
    expect((await visitor.get(path)).text).toContain('There are no payment details.');
  });

  test('a member sees payment details, but cannot change them or read the report with tax numbers', async () => {
    const member = await signedIn('member');
    const [its = ''] = await createCreators(member.brand, 1);
    const path = `/console/creators/${its}`;
    expect((await member.visitor.get(path)).text).not.toContain('Enter the payment details');
    const sent = await member.visitor.post(`${path}/payment`, { type: 'paypal', email: 'ada@creators.test' });
    expect(sent.status).toBe(403);
    expect((await member.visitor.get('/console/reports')).text).not.toContain('/console/reports/payments');
    expect((await member.visitor.get('/console/reports/payments')).status).toBe(403);
  });
});

describe('the settings of the portal and of e-mails', () => {
  test('the portal has an address that follows its name, and a name of another brand is refused', async () => {
    const other = await signedIn();
    const { visitor } = admin;
    const path = '/console/settings/portal';
    const fields = { 'portal.enabled': 'true', 'portal.applications': 'review', 'portal.color': '#0a7d4b' };
    const slug = `portal-${other.brand.slug}`.slice(0, 40);
    const save = (name: string) => visitor.post('/console/settings/brand/portal', { slug: name, ...fields });
    expect((await save(slug)).location).toBe(`${path}?done=saved`);
    expect((await visitor.get(path)).text).toMatch(new RegExp(`data-copy="https?://[^/]+/creators/${slug}"`));
    const taken = await save(other.brand.slug);
    expect([taken.status, taken.text.includes(`value="${other.brand.slug}"`)]).toEqual([409, true]);
  });

  test('a kind of e-mail without a check is off, and creators whose e-mails bounce are listed', async () => {
    const { brand, visitor } = await signedIn();
    const [bounced = '', corrected = ''] = await createCreators(brand, 2);
    const form = { 'creatorMails.enabled': 'true', 'creatorMails.replyTo': '' };
    const kinds = { 'creatorMails.kinds': ['invitation', 'payoutSent'] };
    const sent = await visitor.post('/console/settings/brand/mails', { ...form, ...kinds });
    expect(sent.location).toBe('/console/settings/mails?done=saved');
    const before = await visitor.get('/console/settings/mails');
    const checked = [...before.text.matchAll(/value="(\w+)" checked/g)].map(([, kind]) => kind);
    expect(checked).toEqual(['invitation', 'payoutSent']);
    expect(before.text).toContain('Every e-mail has arrived.');
    for (const id of [bounced, corrected]) {
      const page = await visitor.get(`/console/creators/${id}/change`);
      const address = addressHash(/name="email"[^>]*value="([^"]*)"/.exec(page.text)?.[1] ?? '');
      await stopMails({ brandId: brand.id, id, status: 'bounced', address }, now());
    }
    await visitor.post(`/console/creators/${corrected}/change`, { email: unusedEmail(), status: 'active' });
    await recordAllEvents();
    const after = await visitor.get('/console/settings/mails');
    expect([after.text.includes(bounced), after.text.includes(corrected)]).toEqual([true, false]);
    expect(after.text).toContain('The address does not exist');
  });
});

describe('the terms of one owner', () => {
  test('a creator and a campaign get terms of their own, and a refused value stays in its field', async () => {
    const { visitor } = admin;
    const campaign = await visitor.post('/console/campaigns/new', {
      name: `Spring ${markup}`,
      status: 'draft',
    });
    const campaignPath = campaign.location.replace(/\?.*/, '');
    for (const owner of [`/console/creators/${creator}`, campaignPath]) {
      const rate = (value: string) => ({ 'terms.rate.kind': 'percentage', 'terms.rate.value': value });
      const refused = await visitor.post(`${owner}/terms`, rate('101'));
      expect([refused.status, refused.text.includes('value="101"')]).toEqual([400, true]);
      expect(refused.text).toContain('id="terms.rate.value-error"');
      expect((await visitor.post(`${owner}/terms`, rate('17'))).location).toBe(`${owner}/terms?done=saved`);
      const page = await visitor.get(owner);
      expect(textOf(page.text)).toContain('Rate 17%');
      expect([page.text.includes(`href="${owner}/terms"`), page.text.includes(markup)]).toEqual([
        true,
        false,
      ]);
    }
  });
});

test('lists have one form of filters, and filters that the API cannot combine say so above it', async () => {
  for (const path of ['/console/orders', '/console/creators']) {
    const page = await admin.visitor.get(path);
    expect(page.text.match(/class="filters"/g)).toHaveLength(1);
  }
  const refused = await admin.visitor.get('/console/creators?q=Ada&status=active');
  expect([refused.status, refused.text.includes('value="Ada"')]).toEqual([400, true]);
  expect(refused.text).toContain('The list cannot be filtered like this.');
});

test('an invitation is sent again from the page of an invited creator, and of others it is refused there', async () => {
  const [invited = ''] = await createCreators(admin.brand, 1, 'invited');
  const path = `/console/creators/${invited}`;
  expect((await admin.visitor.get(path)).text).toContain(`action="${path}/invitation"`);
  expect((await admin.visitor.post(`${path}/invitation`)).location).toBe(`${path}?done=invited`);
  const refused = await admin.visitor.post(`/console/creators/${creator}/invitation`);
  expect([refused.status, refused.text.includes('role="alert"')]).toEqual([409, true]);
});
