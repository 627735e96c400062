import { expect, test } from 'vitest';
import { useClock } from '#lib/foundation/shared/clock.ts';
import { dataOf } from '#test/support/answers.ts';
import { patch } from '#test/support/creations.ts';
import { unusedEmail } from '#test/support/creations-with.ts';
import { followFeed, recordAllEvents } from '#test/support/events.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { readPage } from '#test/support/lists.ts';
import { emailsTo } from '#test/support/people.ts';
import { fillCreators } from '#test/support/portal.ts';
import { createBrand, send, type TestBrand } from '#test/support/service.ts';
import { continueToCompletion } from '#test/support/stream.ts';

type Applications = 'closed' | 'review' | 'autoAccept';

async function brandThat(applications: Applications) {
  const created = await createBrand();
  await patch(created.admin, '/brand', { portal: { applications } });
  return created;
}

const apply = ({ brand }: TestBrand, email: string, more: object = {}, sourceIp = '203.0.113.7') =>
  send('POST', `/programs/${brand.slug}/applications`, { body: { name: 'Ada', email, ...more }, sourceIp });

const seen = new Set<string>();

/** Returns the token of the newest e-mail: the one that was not returned before. */
async function linkTo(email: string): Promise<string> {
  await continueToCompletion();
  const tokens = emailsTo(email).map((text) => /\/application\?token=(\S+)/.exec(text)?.[1] ?? '');
  const token = tokens.find((one) => !seen.has(one)) ?? '';
  seen.add(token);
  return token;
}

const confirm = (token: string) => send('POST', '/programs/applications', { body: { token } });

async function applied(brand: TestBrand, email = unusedEmail(), more: object = {}) {
  expect((await apply(brand, email, more)).status).toBe(204);
  expect((await confirm(await linkTo(email))).status).toBe(204);
  return (await readPage(brand.admin, '/affiliates', { email })).items[0] ?? {};
}

test('everybody sees the program of a brand, unless it is unknown or its portal is off', async () => {
  const brand = await brandThat('review');
  const path = `/programs/${brand.brand.slug}`;
  expect(await dataOf(send('GET', path))).toEqual({
    name: 'Acme',
    slug: brand.brand.slug,
    logoUrl: null,
    color: null,
    ...{ supportEmail: null, termsUrl: null, privacyUrl: null },
    ...{ currency: 'USD', rate: { type: 'percentage', value: 10 } },
    acceptsApplications: true,
  });
  await patch(brand.admin, '/brand', { portal: { enabled: false } });
  for (const unknown of [path, '/programs/no-such-brand', '/programs/%20'])
    expect((await send('GET', unknown)).json.code).toBe('brand_not_found');
});

test('a confirmed application is a creator whom the brand accepts or declines, and whose link does not earn before', async () => {
  const brand = await brandThat('review');
  const creator = await applied(brand, unusedEmail(), { message: 'I love your shoes' });
  expect(creator).toMatchObject({ status: 'applied', name: 'Ada', applicationMessage: 'I love your shoes' });
  const statuses = [];
  for (const status of ['declined', 'active'])
    statuses.push((await patch(brand.admin, `/affiliates/${creator.id}`, { status })).status);
  expect(statuses).toEqual(['declined', 'active']);
  await recordAllEvents();
  const events = await followFeed(brand.admin, `resourceId=${creator.id}`);
  expect(events.map(({ type }) => type)).toEqual([
    'affiliate.applied',
    'affiliate.declined',
    'affiliate.activated',
  ]);
  await send('DELETE', `/affiliates/${creator.id}/personal-data`, { token: brand.admin });
  expect(
    (await dataOf(send('GET', `/affiliates/${creator.id}`, { token: brand.admin }))).applicationMessage,
  ).toBe(null);
});

test('a brand that accepts everybody gets active creators while its plan has room, and then applications', async () => {
  const brand = await brandThat('autoAccept');
  expect((await applied(brand)).status).toBe('active');
  await fillCreators(brand.brand);
  expect((await applied(brand)).status).toBe('applied');
});

test('a creator who applies again stays as it is', async () => {
  const brand = await brandThat('review');
  const { email, id } = await applied(brand);
  await patch(brand.admin, `/affiliates/${id}`, { status: 'banned' });
  expect(await applied(brand, email)).toMatchObject({ id, status: 'banned' });
});

test('one of two uses of a confirmation creates a creator, and an expired link creates none', async () => {
  const clock = fakeClock('2026-03-01T12:00:00.000Z');
  const brand = await brandThat('review');
  const [first, second] = [unusedEmail(), unusedEmail()];
  for (const email of [first, second]) await apply(brand, email);
  const [token, late] = [await linkTo(first), await linkTo(second)];
  const answers = await Promise.all([confirm(token), confirm(token)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 400]);
  expect((await readPage(brand.admin, '/affiliates', {})).total).toBe(1);
  clock.advance(86_400);
  expect((await confirm(late)).json.code).toBe('link_invalid');
  useClock();
});

test('sends nothing for a closed program, an unknown one, a filled honeypot, and above the limits', async () => {
  const [closed, open] = [await brandThat('closed'), await brandThat('review')];
  const email = unusedEmail();
  await apply(closed, email);
  await apply(open, email, { website: 'https://spam.example' });
  expect(
    (await send('POST', '/programs/no-such-brand/applications', { body: { name: 'Ada', email } })).status,
  ).toBe(204);
  await continueToCompletion();
  expect(emailsTo(email)).toEqual([]);
  for (let count = 0; count < 6; count += 1) await apply(open, email);
  for (let count = 0; count < 14; count += 1) await apply(open, unusedEmail());
  const [fromThere, fromElsewhere] = [unusedEmail(), unusedEmail()];
  for (let count = 0; count < 2; count += 1) await apply(open, fromThere);
  await apply(open, fromElsewhere, {}, '198.51.100.9');
  await continueToCompletion();
  expect([email, fromThere, fromElsewhere].map((to) => emailsTo(to).length)).toEqual([5, 1, 1]);
});
