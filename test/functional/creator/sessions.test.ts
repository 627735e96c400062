import { afterEach, describe, expect, test } from 'vitest';
import { useClock } from '#lib/foundation/shared/clock.ts';
import { environment } from '#lib/foundation/shared/environment.ts';
import { dataOf } from '#test/support/answers.ts';
import { createApiKey, inviteActive, patch } from '#test/support/creations.ts';
import { unusedEmail } from '#test/support/creations-with.ts';
import { recordAllEvents } from '#test/support/events.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { emailsTo } from '#test/support/people.ts';
import { createPortalCreator, creatorLinkOf } from '#test/support/portal.ts';
import { createBrand, send } from '#test/support/service.ts';
import { continueToCompletion } from '#test/support/stream.ts';
import { trafficOf } from '#test/support/traffic.ts';

const requestLink = (brand: string, email: string) =>
  send('POST', '/creator/sign-in-links', { body: { brand, email } });
const useLink = (token: string) => send('POST', '/creator/sessions', { body: { token } });
const profile = (token: string) => send('GET', '/creator', { token });
const tokenInLink = (text: string): string => /\?token=(\S+)/.exec(text)?.[1] ?? '';

const limitRequests = (REQUEST_LIMITS: 'on' | 'off') => Object.assign(environment, { REQUEST_LIMITS });

afterEach(() => {
  useClock();
  limitRequests('off');
});

describe('POST /v1/creator/sign-in-links', () => {
  test('sends a link that signs the creator in once, also to a former slug', async () => {
    const { brand, admin } = await createBrand();
    const { affiliate } = await createPortalCreator(brand);
    const slug = `new-${brand.slug}`;
    expect((await patch(admin, '/brand', { slug })).slug).toBe(slug);
    expect((await requestLink(brand.slug, affiliate.email.toUpperCase())).status).toBe(204);
    await continueToCompletion();
    const [text = ''] = emailsTo(affiliate.email);
    expect(text).toContain(`/creators/${slug}/sign-in?token=`);
    const session = await dataOf(useLink(tokenInLink(text)));
    expect(session).toMatchObject({ affiliateId: affiliate.id, brand: slug });
    expect(await dataOf(profile(session.accessToken))).toMatchObject({ id: affiliate.id, status: 'active' });
    expect((await useLink(tokenInLink(text))).json.code).toBe('link_invalid');
  });

  test('a creator who is invited gets another invitation, unless the brand has turned invitations off', async () => {
    const { brand, admin } = await createBrand();
    const { affiliate } = await createPortalCreator(brand, { status: 'invited' });
    const mailed = async () => {
      expect((await requestLink(brand.slug, affiliate.email)).status).toBe(204);
      await recordAllEvents();
      return emailsTo(affiliate.email).at(-1) ?? '';
    };
    const text = await mailed();
    expect(text).toContain('Subject: Acme invites you to its creator program');
    const { accessToken } = await dataOf(useLink(tokenInLink(text)));
    expect((await dataOf(profile(accessToken))).status).toBe('active');
    const { affiliate: other } = await createPortalCreator(brand, { status: 'invited' });
    await patch(admin, '/brand', { creatorMails: { off: ['invitation'] } });
    expect((await requestLink(brand.slug, other.email)).status).toBe(204);
    await recordAllEvents();
    expect(emailsTo(other.email)).toMatchObject([expect.stringContaining('Subject: Sign in to Acme')]);
  });

  test('returns the same bytes after the same table calls for unknown brands, addresses and banned creators', async () => {
    const { brand } = await createBrand();
    const { affiliate } = await createPortalCreator(brand);
    const banned = await createPortalCreator(brand, { status: 'banned' });
    const [known, ofKnown] = await trafficOf(() => requestLink(brand.slug, affiliate.email));
    const commands = ({ calls }: typeof ofKnown) => calls.map(({ operation }) => operation);
    for (const [slug, email] of [
      ['no-such-brand', affiliate.email],
      [brand.slug, unusedEmail()],
      [brand.slug, banned.affiliate.email],
    ] as const) {
      const [answer, calls] = await trafficOf(() => requestLink(slug, email));
      expect([answer.status, answer.text]).toEqual([known.status, known.text]);
      expect(commands(calls)).toEqual(commands(ofKnown));
    }
    await continueToCompletion();
    expect(emailsTo(banned.affiliate.email)).toEqual([]);
    expect(emailsTo(affiliate.email)).toHaveLength(1);
  });

  test('sends at most five links of a brand to an address in an hour', async () => {
    fakeClock('2026-03-01T12:00:00.000Z');
    const { brand } = await createBrand();
    const { affiliate } = await createPortalCreator(brand);
    for (let count = 0; count < 6; count += 1)
      expect((await requestLink(brand.slug, affiliate.email)).status).toBe(204);
    await continueToCompletion();
    expect(emailsTo(affiliate.email)).toHaveLength(5);
  });
});

describe('POST /v1/creator/sessions', () => {
  test('one of two simultaneous uses of a link begins a session', async () => {
    const { brand } = await createBrand();
    const { affiliate } = await createPortalCreator(brand);
    const token = await creatorLinkOf(affiliate, 'creatorSignIn');
    const answers = await Promise.all([useLink(token), useLink(token)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });

  test('an invitation makes an invited creator active, and a sign-in link does not', async () => {
    const { brand, admin } = await createBrand();
    const { affiliate } = await createPortalCreator(brand, { status: 'invited' });
    const statusAfter = async (purpose: 'creatorSignIn' | 'creatorInvitation') => {
      await dataOf(useLink(await creatorLinkOf(affiliate, purpose)));
      return (await dataOf(send('GET', `/affiliates/${affiliate.id}`, { token: admin }))).status;
    };
    expect(await statusAfter('creatorSignIn')).toBe('invited');
    expect(await statusAfter('creatorInvitation')).toBe('active');
  });

  test('refuses a link that has expired, has another purpose, or is older than a change of the address', async () => {
    const { brand, admin } = await createBrand();
    const { affiliate } = await createPortalCreator(brand);
    const refused = [
      await creatorLinkOf(affiliate, 'creatorSignIn', -1),
      await creatorLinkOf(affiliate, 'creatorApplication'),
      await creatorLinkOf(affiliate, 'creatorSignIn'),
      'nonsense',
    ];
    await patch(admin, `/affiliates/${affiliate.id}`, { email: unusedEmail() });
    for (const token of refused) expect((await useLink(token)).json.code).toBe('link_invalid');
  });
});

describe('a session of a creator', () => {
  const changes = [
    ['a ban', { status: 'banned' }],
    ['a change of the e-mail address', { email: 'somebody-else@creators.test' }],
  ] as const;

  test.each(changes)(
    'a session of a creator ends with %s, and the end of a ban does not revive it',
    async (...[, body]) => {
      const { brand, admin } = await createBrand();
      const { affiliate, token } = await createPortalCreator(brand);
      expect((await profile(token)).status).toBe(200);
      await patch(admin, `/affiliates/${affiliate.id}`, body);
      expect((await profile(token)).json.code).toBe('token_revoked');
      await patch(admin, `/affiliates/${affiliate.id}`, { status: 'active' });
      expect((await profile(token)).json.code).toBe('token_revoked');
    },
  );

  test('a session of a creator ends with an erasure, a logout, its time, and when the portal is turned off', async () => {
    const clock = fakeClock();
    const { brand, admin } = await createBrand();
    const created = async () => (await createPortalCreator(brand)).token;
    const [erased, loggedOut, expired, off] = [
      await created(),
      await created(),
      await created(),
      await created(),
    ];
    const erasure = send('DELETE', '/creator', { token: erased, body: { confirm: 'delete' } });
    expect((await dataOf(erasure, 202)).status).toBe('processing');
    expect((await send('POST', '/creator/logout', { token: loggedOut })).status).toBe(204);
    expect((await profile(erased)).json.code).toBe('token_revoked');
    expect((await profile(loggedOut)).json.code).toBe('token_revoked');
    await patch(admin, '/brand', { portal: { enabled: false } });
    expect((await profile(off)).json.code).toBe('token_revoked');
    await patch(admin, '/brand', { portal: { enabled: true } });
    expect((await profile(off)).status).toBe(200);
    clock.advance(3600);
    expect((await profile(expired)).json.code).toBe('token_expired');
  });

  test('a creator sends 120 requests in a minute, which do not count for the brand', async () => {
    fakeClock('2026-03-01T12:00:00.000Z');
    const { brand, admin } = await createBrand();
    limitRequests('on');
    const [ada, bob] = [await createPortalCreator(brand), await createPortalCreator(brand)];
    for (let count = 0; count < 120; count += 1) await profile(ada.token);
    const refused = await profile(ada.token);
    expect([refused.status, refused.json.message]).toEqual([
      429,
      expect.stringContaining('A creator may send 120'),
    ]);
    expect((await profile(bob.token)).headers['x-ratelimit-remaining']).toBe('119');
    const { headers } = await send('GET', '/brand', { token: admin });
    expect(Number(headers['x-ratelimit-limit']) - Number(headers['x-ratelimit-remaining'])).toBe(1);
  });
});

describe('POST /v1/affiliates/{id}/portal-sessions', () => {
  test('returns a token for an hour and a link that works once', async () => {
    const clock = fakeClock();
    const { brand, member } = await createBrand();
    const { affiliate } = await createPortalCreator(brand);
    const path = `/affiliates/${affiliate.id}/portal-sessions`;
    const { url, token, expiresAt } = await dataOf(send('POST', path, { token: member }), 201);
    expect(new Date(expiresAt).getTime() - clock.now().getTime()).toBeLessThanOrEqual(3_600_000);
    expect(url).toContain(`/creators/${brand.slug}/sign-in?token=`);
    expect((await dataOf(profile(token))).id).toBe(affiliate.id);
    expect((await dataOf(useLink(tokenInLink(url)))).affiliateId).toBe(affiliate.id);
    expect((await useLink(tokenInLink(url))).json.code).toBe('link_invalid');
  });

  test('refuses a banned creator, an erased one, and every creator while the portal is off', async () => {
    const { brand, admin } = await createBrand();
    const codeFor = async (id: string) =>
      (await send('POST', `/affiliates/${id}/portal-sessions`, { token: admin })).json.code;
    const [banned, erased, active] = await Promise.all([
      createPortalCreator(brand, { status: 'banned' }),
      createPortalCreator(brand),
      createPortalCreator(brand),
    ]);
    await send('DELETE', `/affiliates/${erased.affiliate.id}/personal-data`, { token: admin });
    expect(await codeFor(banned.affiliate.id)).toBe('affiliate_blocked');
    expect(await codeFor(erased.affiliate.id)).toBe('affiliate_erased');
    await patch(admin, '/brand', { portal: { enabled: false } });
    expect(await codeFor(active.affiliate.id)).toBe('portal_disabled');
  });

  test('creators of the test data have sessions in test mode, which follow its clock and end with its reset', async () => {
    const { admin } = await createBrand('scale');
    const { key } = await createApiKey(admin, { mode: 'test' });
    const { id } = await inviteActive(key);
    const { url, token } = await dataOf(
      send('POST', `/affiliates/${id}/portal-sessions`, { token: key }),
      201,
    );
    const { accessToken } = await dataOf(useLink(tokenInLink(url)));
    for (const own of [token, accessToken]) expect((await dataOf(profile(own))).id).toBe(id);
    expect(await dataOf(profile(token))).toMatchObject({
      mode: 'test',
      link: expect.stringContaining('/ref/test.'),
    });
    const live = { token, headers: { 'x-mode': 'live' } };
    expect((await send('GET', '/creator', live)).json.details[0].path).toBe('x-mode');
    await dataOf(send('POST', '/test/clock', { token: key, body: { advance: 'P2D' } }));
    const { to } = await dataOf(send('GET', '/creator/statistics', { token }));
    expect(to > new Date().toISOString().slice(0, 10)).toBe(true);
    await send('POST', '/test/reset', { token: key });
    for (const own of [token, accessToken]) expect((await profile(own)).json.code).toBe('token_revoked');
  });
});
