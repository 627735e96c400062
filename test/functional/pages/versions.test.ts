// Tests that two managers do not overwrite each other with the forms of the console.
import { beforeAll, expect, test } from 'vitest';
import { signedIn } from '#test/support/console.ts';
import { createCreators } from '#test/support/creators.ts';
import { hiddenIn } from '#test/support/page-visitor.ts';

type Signed = Awaited<ReturnType<typeof signedIn>>;
let admin: Signed;
const paths = new Map<string, string>();

beforeAll(async () => {
  admin = await signedIn();
  const [creator = ''] = await createCreators(admin.brand, 1);
  paths.set('a creator', `/console/creators/${creator}/change`);
  const campaign = { name: 'Campaign', status: 'draft', requestId: 'versions' };
  const { location } = await admin.visitor.post('/console/campaigns/new', campaign);
  paths.set('a campaign', `${location.replace(/\?.*/, '')}/change`);
  paths.set('the brand', '/console/settings');
});

const forms = [
  { subject: 'a creator', others: { email: 'first@versions.test', status: 'active' } },
  { subject: 'a campaign', others: { status: 'draft' } },
  {
    subject: 'the brand',
    others: { timezone: 'UTC' },
    action: '/console/settings/brand/brand',
  },
] as const;

test('a form that is refused because of another change shows the newest values in the fields that its person has not touched', async () => {
  const { visitor } = admin;
  const path = paths.get('a creator') ?? '';
  const fieldsIn = (text: string) =>
    Object.fromEntries(
      [...text.matchAll(/<input(?=[^>]* name="([^"]*)")[^>]* value="([^"]*)"/g)].map(
        ([, name = '', value = '']) => [name, value.replaceAll('&quot;', '"')],
      ),
    );
  const shown = { ...fieldsIn((await visitor.get(path)).text), status: 'active' };
  const rate = { 'commissionOverride.type': 'percentage', 'commissionOverride.value': '15' };
  expect((await visitor.post(path, { ...shown, group: 'others', ...rate })).status).toBe(303);
  const refused = await visitor.post(path, { ...shown, profileUrl: 'https://own.test/' });
  const again = fieldsIn(refused.text);
  expect([again.group, again['commissionOverride.value'], again.profileUrl]).toEqual([
    'others',
    '15',
    'https://own.test/',
  ]);
  expect(refused.text).toContain('<option value="percentage" selected>');
  const sent = { ...again, status: 'active', 'commissionOverride.type': 'percentage' };
  expect((await visitor.post(path, sent)).status).toBe(303);
  const after = (await visitor.get(path)).text;
  expect(
    ['value="others"', 'value="15"', 'value="https://own.test/"'].every((one) => after.includes(one)),
  ).toBe(true);
});

test.each(forms)(
  'a form of $subject that was shown before another change is refused with the newest value, and saved when it is sent again',
  async (form) => {
    const { visitor } = admin;
    const path = paths.get(form.subject) ?? '';
    const versionIn = (text: string): string => hiddenIn(text, 'version').replaceAll('&quot;', '"');
    const send = (value: string, version: string) =>
      visitor.post('action' in form ? form.action : path, { ...form.others, name: value, version });
    const shown = versionIn((await visitor.get(path)).text);
    expect(shown).toMatch(/^"[\w-]{22}"$/);
    expect((await send('First', shown)).status).toBe(303);
    const invalid = await send('x'.repeat(300), shown);
    expect([invalid.status, versionIn(invalid.text)]).toEqual([400, shown]);
    const refused = await send('Second', shown);
    expect(refused.text).toContain('Somebody has changed this in the meantime.');
    expect(refused.text).toContain('Now: <bdi>First</bdi>');
    expect(refused.text).toContain('value="Second"');
    expect((await visitor.get(path)).text).toContain('value="First"');
    expect((await send('Second', versionIn(refused.text))).status).toBe(303);
    expect((await visitor.get(path)).text).toContain('value="Second"');
  },
);
