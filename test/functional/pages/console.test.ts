// Tests the pages of the console with the real API behind them, and with its failures.
import { beforeAll, describe, expect, test } from 'vitest';
import { type Account, tokenOf } from '#test/support/accounts.ts';
import { createCommission } from '#test/support/commissions.ts';
import { calls, prepareFailure, signedIn, visitConsole } from '#test/support/console.ts';
import { patch } from '#test/support/creations.ts';
import { createCreators } from '#test/support/creators.ts';
import { hiddenIn } from '#test/support/page-visitor.ts';

type Signed = Awaited<ReturnType<typeof signedIn>>;
let admin: Signed;
let creator = '';

beforeAll(async () => {
  admin = await signedIn();
  [creator = ''] = await createCreators(admin.brand, 1);
});

const commission = (
  status: 'pending' | 'approved' = 'pending',
  { brand }: Pick<Account, 'brand'> = admin,
  affiliateId = creator,
) => createCommission({ brandId: brand.id, affiliateId, status });

const statusOf = async (id: string): Promise<string> =>
  /class="badge [^"]*">([^<]*)</.exec((await admin.visitor.get(`/console/commissions/${id}`)).text)?.[1] ??
  '';

describe('the commissions of the console', () => {
  test('an admin approves a selection, and the others stay pending', async () => {
    const [one, two] = [await commission(), await commission()];
    const list = await admin.visitor.get('/console/commissions?status=pending');
    expect(list.text).toContain(`name="ids" value="${one.id}"`);
    const sent = { ids: [one.id], decision: 'approve', requestId: hiddenIn(list.text, 'requestId') };
    const { status, location } = await admin.visitor.post('/console/commissions?status=pending', sent);
    expect([status, location]).toEqual([
      303,
      '/console/commissions?status=pending&done=approved&decided=1&reviewed=0',
    ]);
    expect((await admin.visitor.get(location)).text).toContain('One commission is approved.');
    expect([await statusOf(one.id), await statusOf(two.id)]).toEqual(['Approved', 'Pending']);
  });

  test('a rejection without a reason shows what is missing beside the field, and keeps the list', async () => {
    const { id } = await commission();
    const page = await admin.visitor.post('/console/commissions', {
      ids: [id],
      decision: 'reject',
      reason: '',
    });
    expect(page.status).toBe(400);
    expect(page.text).toContain('id="reason-error"');
    expect(page.text).toContain('aria-describedby="reason-hint reason-error"');
    expect(await statusOf(id)).toBe('Pending');
    await admin.visitor.post('/console/commissions', {
      ids: [id],
      decision: 'reject',
      reason: 'A test order',
    });
    expect((await admin.visitor.get(`/console/commissions/${id}`)).text).toContain('A test order');
  });

  test('a decision about the whole filter starts in the background and has a page with its progress', async () => {
    const other = await signedIn();
    const [its = ''] = await createCreators(other.brand, 1);
    await commission('pending', other, its);
    const path = '/console/commissions/all?status=pending&decision=approve';
    const { location } = await other.visitor.post(path, { requestId: 'decide-1' });
    expect(location).toMatch(/^\/console\/commissions\/decisions\/dec_/);
    const progress = await other.visitor.get(location);
    expect(progress.headers.refresh).toBe('2');
    expect((await other.visitor.post(path, { requestId: 'decide-1' })).location).toBe(location);
    const conflict = await other.visitor.post(path, { requestId: 'decide-2' });
    expect([conflict.status, conflict.text.includes('role="alert"')]).toEqual([409, true]);
  });

  test('a member sees commissions without a form, and an attempt shows that only an admin may decide', async () => {
    const member = await signedIn('member');
    const list = await member.visitor.get('/console/commissions');
    expect([list.status, list.text.includes('name="decision"')]).toEqual([200, false]);
    const { id } = await commission();
    const page = await member.visitor.post('/console/commissions', { ids: [id], decision: 'approve' });
    expect([page.status, page.text.includes('Only an admin of the brand can do this.')]).toEqual([403, true]);
  });
});

describe('the payouts of the console', () => {
  test('an admin proposes, creates, pays and reopens a payout, marks a line as failed, and downloads its file', async () => {
    const { brand, visitor } = await signedIn();
    const [one = '', two = ''] = await createCreators(brand, 2);
    for (const affiliateId of [one, two]) await commission('approved', { brand }, affiliateId);
    const proposal = await visitor.get('/console/payouts/new?check=1');
    expect(proposal.text).toContain('$9.98');
    const sent = { requestId: hiddenIn(proposal.text, 'requestId') };
    const { location } = await visitor.post('/console/payouts/new', sent);
    expect(location).toMatch(/^\/console\/payouts\/pay_/);
    expect((await visitor.post('/console/payouts/new', sent)).location).toBe(location);

    const failed = { action: 'line', affiliateId: two, status: 'failed', reason: 'Wrong IBAN' };
    expect((await visitor.post(location, failed)).status).toBe(303);
    expect((await visitor.get(location)).text).toContain('Wrong IBAN');
    const payable = hiddenIn((await visitor.get(`${location}/paid`)).text, 'payable');
    const pay = { payable, others: 'paid', reference: 'transfer-7' };
    expect((await visitor.post(`${location}/paid`, pay)).status).toBe(303);
    const paid = await visitor.get(location);
    expect([paid.text.includes('transfer-7'), paid.text.includes('Reopen the payout')]).toEqual([true, true]);
    const file = await visitor.get(`${location}/file.csv`);
    expect([file.headers['content-type'], file.text.includes(one)]).toEqual([
      'text/csv; charset=utf-8; header=present',
      true,
    ]);
    await visitor.post(location, { action: 'reopen', reason: 'Returned by the bank', requestId: 'reopen-1' });
    expect((await visitor.get(location)).text).toContain('Returned by the bank');
  });

  test('a minimum that is no amount shows the message of the API beside its field', async () => {
    const page = await admin.visitor.get('/console/payouts/new?check=1&minimum=lots');
    expect(page.status).toBe(400);
    expect(page.text).toContain('id="minimum-error"');
    expect(page.text).toContain('value="lots"');
  });

  test('a proposal that pays nobody names each creator with the reason', async () => {
    const { brand, visitor } = await signedIn();
    const [invited = ''] = await createCreators(brand, 1, 'invited');
    await commission('approved', { brand }, invited);
    const { text } = await visitor.get('/console/payouts/new?check=1');
    expect(text).toContain('Nobody can be paid now.');
    expect(text).toContain(`<a href="/console/creators/${invited}">`);
    expect(text).toContain('Has not accepted the invitation');
  });

  test('a proposal without approved commissions says why nothing can be paid', async () => {
    const { visitor } = await signedIn();
    expect((await visitor.get('/console/payouts/new?check=1')).text).toContain('Nothing is owed');
  });
});

describe('the overview of the console', () => {
  test('a new brand sees its first steps, and that links without a landing page lead nowhere', async () => {
    const account = await signedIn();
    const { visitor } = account;
    const fresh = (await visitor.get('/console')).text;
    expect([fresh.includes('First steps'), fresh.includes('lead nowhere')]).toEqual([true, false]);
    await patch(await tokenOf(account), '/brand', { landingUrl: null });
    expect((await visitor.get('/console')).text).toContain('Enter the landing page');
  });
});

describe('the test mode of the console', () => {
  test('the switch shows a banner, the test data and the clock, which an admin moves, until the person leaves test mode', async () => {
    const { visitor } = await signedIn();
    expect(
      (await visitor.post('/console/mode', { mode: 'test', to: '/console/payouts/pay_1' })).location,
    ).toBe('/console/payouts');
    expect((await visitor.get('/console/payouts')).text).toContain('Test mode: nothing here is real.');
    const moved = await visitor.post('/console/test-clock', { advance: 'P365D', requestId: 'move-1' });
    expect(moved.location).toBe('/console?done=moved');
    const year = new Date().getFullYear() + 1;
    expect((await visitor.get('/console')).text).toMatch(new RegExp(`The test clock shows .*${year}`));
    await visitor.post('/console/mode', { mode: 'live', to: '/console' });
    expect((await visitor.get('/console')).text).not.toContain('nothing here is real');
  });

  test('the page of a creator opens in test mode, although the audit trail has none', async () => {
    const { visitor } = await signedIn();
    await visitor.post('/console/mode', { mode: 'test', to: '/console' });
    const { location } = await visitor.post('/console/creators/invite', { email: 'ada@creators.test' });
    const page = await visitor.get(location);
    expect([page.status, page.text.includes('ada@creators.test')]).toEqual([200, true]);
  });
});

describe('the overview of the console', () => {
  const best = [
    ['affiliate', 'Best creators', '/console/creators/aff_1', { name: '', email: 'ada@creators.test' }],
    ['campaign', 'Best campaigns', '/console/campaigns/aff_1', { name: 'Spring' }],
    ['discount', 'Best discount codes', '/console/codes/aff_1', { code: 'ADA10' }],
  ] as const;

  test.each(best)(
    'the best of the group %s lead to their pages, and no other group is read',
    async (group, title, path, labels) => {
      const real = await admin.visitor.get('/console');
      expect(real.text).toContain('href="/console?best=campaign#best"');
      const report = { from: '2026-01-01', to: '2026-01-30', totals: {} };
      const row = { key: 'aff_1', orders: 2, netRevenue: 10, commission: 1, ...labels };
      const end = prepareFailure('GET /reports/performance', 200, { ...report, rows: [row] });
      const before = calls.length;
      const page = await admin.visitor.get(`/console?best=${group}&days=7`);
      end();
      expect(page.text).toContain(`<h2>${title}</h2>`);
      expect(page.text).toContain(`<a href="${path}"><bdi>${Object.values(labels).join('')}</bdi></a>`);
      expect(page.text).toContain(`href="/console?best=${group}&amp;days=90"`);
      const reports = calls.slice(before).filter(({ route }) => route === 'GET /reports/performance');
      expect(reports).toHaveLength(3);
    },
  );
});

describe('failures of the API', () => {
  test('a session that has ended leads to the sign-in with a notice, and back to the page', async () => {
    const { visitor } = await signedIn();
    const end = prepareFailure('GET /payouts', 401, { code: 'token_revoked' });
    const { status, location } = await visitor.get('/console/payouts?order=asc');
    end();
    expect([status, location]).toEqual([
      303,
      '/console/sign-in?ended=1&to=%2Fconsole%2Fpayouts%3Forder%3Dasc',
    ]);
    expect((await visitor.get(location)).text).toContain('Your session has ended.');
  });

  test.each([
    [429, { code: 'request_limit_reached' }],
    [503, { code: 'service_busy' }],
    [503, {}],
  ])('a %i of a list becomes a page in its frame that tries again by itself', async (status, body) => {
    const end = prepareFailure('GET /payouts', status, body, { 'retry-after': '7' });
    const page = await admin.visitor.get('/console/payouts?order=asc');
    end();
    expect([page.status, page.headers['retry-after'], page.headers.refresh]).toEqual([status, '7', '7']);
    expect(page.text).toContain('This page tries again by itself in 7 seconds.');
    expect(page.text).toContain('href="/console/payouts?order=asc"');
    expect(page.text).toContain('action="/console/sign-out"');
  });

  test('a page that cannot read the person has no frame, and waits five seconds before it tries again', async () => {
    const end = prepareFailure('GET /me', 503, { code: 'service_busy' }, { 'retry-after': '1' });
    const page = await admin.visitor.get('/console/payouts');
    end();
    expect([page.status, page.headers.refresh]).toEqual([503, '5']);
    expect(page.text).not.toContain('action="/console/sign-out"');
  });

  test.each(['/console/payouts/pay_unknown', '/console/unknown'])(
    'the page %s, which does not exist, keeps the menu and the sign-out of the person',
    async (path) => {
      const page = await admin.visitor.get(path);
      expect([page.status, page.text.includes('Page not found')]).toEqual([404, true]);
      expect(page.text).toContain('action="/console/sign-out"');
      expect(page.text).toContain('href="/console/payouts"');
    },
  );

  test('a page that does not exist is refused without a frame before the sign-in', async () => {
    const page = await visitConsole().get('/console/assets/unknown.css');
    expect([page.status, page.text.includes('<nav')]).toEqual([404, false]);
  });

  test('a form whose response was lost is sent again with the same key', async () => {
    const end = prepareFailure('POST /payouts', 503, { code: 'service_busy' });
    const page = await admin.visitor.post('/console/payouts/new', { requestId: 'lost-1', minimum: '5' });
    end();
    expect(page.text).toContain('<form method="post" action="/console/payouts/new">');
    expect([page.text.includes('<nav'), page.headers.refresh]).toEqual([false, undefined]);
    const fields = { requestId: hiddenIn(page.text, 'requestId'), minimum: hiddenIn(page.text, 'minimum') };
    expect(fields).toEqual({ requestId: 'lost-1', minimum: '5' });
    await admin.visitor.post('/console/payouts/new', fields);
    const keys = calls
      .filter(({ route }) => route === 'POST /payouts')
      .map(({ headers }) => headers.get('idempotency-key'));
    expect(keys.slice(-2)).toEqual(['lost-1', 'lost-1']);
  });

  test('a refusal of a list is shown with the message of the API', async () => {
    const end = prepareFailure('GET /payouts', 403, {
      code: 'plan_required',
      message: 'Change to the Growth plan',
    });
    const page = await admin.visitor.get('/console/payouts');
    end();
    expect([page.status, page.text.includes('Change to the Growth plan')]).toEqual([403, true]);
    expect(page.text).toContain('href="/console/payouts" aria-current="page"');
  });

  test('an unexpected failure shows the number of the request and no cause', async () => {
    const end = prepareFailure('GET /me', 200, { data: null });
    const page = await admin.visitor.get('/console/payouts');
    end();
    expect(page.status).toBe(500);
    expect(page.text).toContain(`<code>${page.headers['x-request-id']}</code>`);
    expect(page.text).not.toContain('TypeError');
  });

  test('HTML in the message of an error and in the query is shown as text', async () => {
    const message = '<img src=x onerror=alert(1)>';
    const end = prepareFailure('GET /payouts', 409, { code: 'status_conflict', message });
    const page = await admin.visitor.get('/console/payouts');
    end();
    expect(page.text).toContain('&lt;img src=x onerror=alert(1)&gt;');
    const list = await admin.visitor.get('/console/commissions?createdFrom=%22%3E%3Cscript%3E');
    expect([list.status, /<script>/.test(list.text)]).toEqual([400, false]);
  });
});
