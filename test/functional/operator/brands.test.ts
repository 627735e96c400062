import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createBrand as storeBrand } from '#lib/access/brands/store/brands.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { getItem, putItem } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { invite } from '#test/support/creations.ts';
import { operator, operatorJson } from '#test/support/operator.ts';
import { createBrand, send } from '#test/support/service.ts';

const address = () => `${randomUUID()}@acme.test`;
const logIn = async (email: string, password: string) =>
  send('POST', '/auth/brand/login', { body: { email, password } });

describe('`brand create`', () => {
  test('creates a brand whose admin logs in with the generated password', async () => {
    const email = address();
    const args = ['brand', 'create', '--name', 'Acme', '--email', email.toUpperCase(), '--plan', 'Growth'];
    const result = await operator(args);
    expect(result).toMatchObject({ exitCode: 0, stderr: '' });
    expect(result.stdout).toMatch(/^Created Acme\n {2}id {11}brd_/);
    expect(result.stdout).toContain('shown only once');
    const password = /password +(\S+)/.exec(result.stdout)?.[1] ?? '';
    const login = await logIn(email, password);
    expect(login.status, login.text).toBe(200);
    const token = login.json.data.accessToken;
    expect((await send('GET', '/billing', { token })).json.data).toMatchObject({
      plan: 'growth',
      status: 'active',
    });

    const again = await operator(args);
    expect(again).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: 'A user with this e-mail address already exists\n',
    });
    const [created] = (await operatorJson('brand', 'list')).filter(
      (brand: { email: string }) => brand.email === email,
    );
    expect(created).toMatchObject({ id: login.json.data.user.brandId, name: 'Acme', plan: 'growth' });
  });

  test('creates brands with the same name at the same time, each with its own slug', async () => {
    const create = () => {
      const input = { name: 'Twice', email: address(), plan: 'scale', currency: 'USD' } as const;
      return storeBrand({ ...input, landingUrl: 'https://twice.test/' }, 'a long enough password', now());
    };
    const brands = await Promise.all([create(), create(), create()]);
    const slugs = brands.map(({ slug }) => slug).toSorted();
    expect(slugs).toEqual([
      'twice',
      expect.stringMatching(/^twice-[0-9a-f]{6}$/),
      expect.stringMatching(/^twice-[0-9a-f]{6}$/),
    ]);
  });

  test('accepts a currency, a landing URL and a password, and prints no secret', async () => {
    const email = address();
    const password = 'correct horse battery';
    const created = await operatorJson(
      ...['brand', 'create', '--name=Bolt & Co', '--email', email, '--plan', 'scale', '--password', password],
      ...['--currency', 'eur', '--landing-url', 'https://bolt.test'],
    );
    expect(created).toEqual({
      id: expect.stringMatching(/^brd_/),
      name: 'Bolt & Co',
      email,
      mode: 'live',
      plan: 'scale',
      status: 'active',
      currency: 'EUR',
      landingUrl: 'https://bolt.test',
      createdAt: expect.stringMatching(/Z$/),
      admin: { email },
    });
    expect((await logIn(email, password)).status).toBe(200);
  });

  test('creates one brand when three commands race for the same e-mail address', async () => {
    const email = address();
    const create = (name: string) =>
      operator(['brand', 'create', '--name', name, '--email', email, '--plan', 'growth', '--json']);
    const results = await Promise.all([create('One'), create('Two'), create('Three')]);
    expect(results.map(({ exitCode }) => exitCode).sort()).toEqual([0, 1, 1]);
    const failed = results.find(({ exitCode }) => exitCode === 1);
    expect(JSON.parse(failed?.stderr ?? '')).toEqual({
      code: 'conflict',
      message: 'A user with this e-mail address already exists',
    });
    const { stdout } = await operator(['brand', 'list']);
    expect(stdout.split('\n').filter((line) => line.includes(email))).toHaveLength(1);
    expect(stdout).toMatch(/^ID +NAME +EMAIL +MODE +PLAN +STATUS +CURRENCY +CREATED\n/);
  });
});

test('`brand list` lists the other brands when one is unreadable, names it, and fails', async () => {
  const [{ brand: broken }, { brand }] = [await createBrand(), await createBrand()];
  const stored = await getItem(keys.brand(broken.id));
  await putItem({ Item: { ...stored, createdAt: '+010000-01-01T00:00:00.000Z' } });
  const { exitCode, stdout } = await operator(['brand', 'list', '--json']);
  await putItem({ Item: { ...stored } });
  expect([exitCode, JSON.parse(stdout)]).toEqual([
    1,
    expect.arrayContaining([
      { id: broken.id, failure: 'the brand cannot be read' },
      expect.objectContaining({ id: brand.id, plan: brand.plan }),
    ]),
  ]);
});

describe('`brand set-plan` or `brand set-status`', () => {
  test('changes the access of the brand on its next request', async () => {
    const email = address();
    const { id, admin } = await operatorJson(
      ...['brand', 'create', '--name', 'Acme', '--email', email, '--plan', 'growth'],
    );
    const token = (await logIn(email, admin.password)).json.data.accessToken;
    const status = async () => (await send('GET', '/affiliates', { token })).status;
    expect(await status()).toBe(200);

    expect(await operatorJson('brand', 'set-plan', '--brand', id, '--plan', 'starter')).toMatchObject({
      id,
      plan: 'starter',
    });
    expect(await status()).toBe(403);
    expect((await operator(['brand', 'set-plan', id, 'SCALE'])).stdout).toBe(
      `Acme (${id}) is now on the scale plan\n`,
    );
    expect(await status()).toBe(200);

    await operatorJson('brand', 'set-status', '--brand', id, '--status', 'canceled');
    expect(await status()).toBe(403);
    const pastDue = await operator(['brand', 'set-status', id, 'past_due']);
    expect(pastDue.stdout).toBe(`The subscription of Acme (${id}) is now past_due\n`);
    expect(await status()).toBe(200);
  });

  test('reports an unknown brand', async () => {
    const unknown = 'brd_01JD0000000000000000000000';
    const results = await Promise.all([
      operator(['brand', 'set-plan', unknown, 'growth']),
      operator(['brand', 'set-status', unknown, 'active']),
      operator(['user', 'list', unknown]),
      operator(['user', 'create', '--brand', unknown, '--email', address(), '--role', 'admin']),
    ]);
    for (const result of results)
      expect(result).toEqual({ exitCode: 1, stdout: '', stderr: 'Brand not found\n' });
  });
});

describe('`brand set-terms`', () => {
  const orderOf = async (token: string, orderId: string) => {
    const { trackingCode } = await invite(token);
    const body = { orderId, amount: 200, trackingCode };
    const { json } = await send('POST', '/conversions', { token, body });
    const { commissionId } = json.data;
    return (await send('GET', `/commissions/${commissionId}`, { token })).json.data;
  };
  const daysOf = ({ createdAt, eligibleAt }: { createdAt: string; eligibleAt: string }): number =>
    (Date.parse(eligibleAt) - Date.parse(createdAt)) / 86_400_000;

  test('applies new terms to new orders, and `brand show` prints the terms', async () => {
    const { brand, admin } = await createBrand();
    const before = await orderOf(admin, 'one');
    expect([before.amount, daysOf(before)]).toEqual([20, 30]);
    const set = await operatorJson(
      ...['brand', 'set-terms', '--brand', brand.id, '--hold-days', '14', '--commission', '12.5%'],
      ...['--timezone', 'Europe/Berlin'],
    );
    const terms = {
      holdDays: 14,
      attributionWindowDays: 30,
      timezone: 'Europe/Berlin',
      ratesByAdminsOnly: false,
      landingHosts: [],
      uniqueClicksPerAddress: 10,
      commission: { type: 'percentage', value: 12.5 },
      holdAboveShare: 50,
      payoutMinimum: 0,
      customerAttribution: { type: 'firstOrder' },
    };
    expect(set).toEqual({ id: brand.id, name: 'Acme', ...terms });
    const after = await orderOf(admin, 'two');
    expect([after.amount, after.rate.source, daysOf(after)]).toEqual([25, 'brand', 14]);
    expect((await send('GET', `/commissions/${before.id}`, { token: admin })).json.data).toEqual(before);

    await operatorJson(
      ...['brand', 'set-terms', '--brand', brand.id, '--commission', '5', '--attribution-window-days', '7'],
      ...['--rates-by-admins-only', 'yes', '--landing-hosts', 'Acme.test,*.Müller.de'],
      ...['--hold-above-share', '2.49%'],
      ...['--unique-clicks-per-address', '100'],
    );
    expect(after.hold).toBeNull();
    expect(await orderOf(admin, 'three')).toMatchObject({ amount: 5, hold: { reason: 'aboveShare' } });
    const shown = await operator(['brand', 'show', brand.id]);
    expect(shown.stdout).toMatch(/^Acme\n {2}id +brd_/);
    expect(shown.stdout).toMatch(
      / {2}hold +14 days\n {2}attribution window +7 days\n {2}time zone +Europe\/Berlin\n {2}rates changed by +admins only\n {2}landing hosts +acme.test, \*.xn--mller-kva.de\n {2}unique clicks per address +100\n {2}commission +5 USD per order\n {2}payout minimum +0 USD\n {2}held for review +above 2\.49% of the order\n$/,
    );
    expect(await operatorJson('brand', 'show', brand.id)).toEqual({
      id: brand.id,
      name: 'Acme',
      email: 'ops@acme.test',
      mode: 'live',
      plan: 'growth',
      status: 'active',
      currency: 'USD',
      landingUrl: 'https://acme.test/',
      createdAt: brand.createdAt,
      holdDays: 14,
      attributionWindowDays: 7,
      timezone: 'Europe/Berlin',
      ratesByAdminsOnly: true,
      landingHosts: ['acme.test', '*.xn--mller-kva.de'],
      payoutMinimum: 0,
      uniqueClicksPerAddress: 100,
      commission: { type: 'fixed', value: 5 },
      customerAttribution: { type: 'firstOrder' },
      holdAboveShare: 2.49,
    });
    const reset = [
      '--rates-by-admins-only',
      'no',
      '--landing-hosts',
      'any',
      '--unique-clicks-per-address',
      'unlimited',
    ];
    expect(await operatorJson('brand', 'set-terms', '--brand', brand.id, ...reset)).toMatchObject({
      ratesByAdminsOnly: false,
      landingHosts: [],
      uniqueClicksPerAddress: null,
      attributionWindowDays: 7,
    });
  });

  test.each([
    [[], /^brand set-terms needs at least one of --hold-days, --attribution-window-days, --commission, /],
    [['--hold-days', '366'], '--hold-days: Must be a whole number from 0 to 365'],
    [['--hold-days', 'ten'], '--hold-days: Must be a whole number from 0 to 365'],
    [['--attribution-window-days', '0'], '--attribution-window-days: Must be a whole number from 1 to 90'],
    [['--attribution-window-days', '91'], '--attribution-window-days: Must be a whole number from 1 to 90'],
    [
      ['--timezone', '+02:00'],
      '--timezone: Must be the name of an IANA time zone, such as Europe/Berlin or UTC',
    ],
    [['--rates-by-admins-only', 'maybe'], /^--rates-by-admins-only must be yes or no/],
    [
      ['--landing-hosts', 'shop.test'],
      'landingHosts: Must include the host of the brand’s landing page, acme.test',
    ],
    [['--landing-hosts', 'acme.test,https://shop.test/'], /^--landing-hosts: Must be a host such as shop/],
    [['--landing-hosts', 'acme.test,a b'], /^--landing-hosts: Must be a host such as shop/],
    [['--landing-hosts', 'acme.test,*.*.acme.test'], /^--landing-hosts: Must be a host such as shop/],
    [['--landing-hosts', 'acme.test,'], /^--landing-hosts: Must be a host such as shop/],
    [['--landing-hosts', 'acme.test,*.com'], /^--landing-hosts: Must have a public host/],
    [['--landing-hosts', 'acme.test,localhost'], /^--landing-hosts: Must have a public host/],
    ...['0', '101', '1.5', 'many', ''].map(
      (count) =>
        [
          ['--unique-clicks-per-address', count],
          '--unique-clicks-per-address: Must be a whole number from 1 to 100, or unlimited',
        ] as const,
    ),
    [['--commission', '101%'], /^commission\.value: Must be a percentage up to 100/],
    [['--commission', '0'], /^--commission: Must be a percentage such as 12\.5%/],
    [['--commission', '1.005'], /^commission\.value: Must have at most 2 decimals/],
    [['--hold-above-share', '100.01%'], /^--hold-above-share: Must be a percentage from 0% to 100%/],
    [
      ['--hold-above-share', '1.005'],
      /^holdAboveShare: Must be a percentage up to 100 with at most 2 decimals/,
    ],
    [['--hold-above-share', 'half'], /^--hold-above-share: Must be a percentage from 0% to 100%/],
    [['--commission', 'much'], /^--commission: Must be a percentage such as 12\.5%/],
  ] as const)('rejects the options [%s] with a one-line message', async (terms, message) => {
    const { brand } = await createBrand();
    const result = await operator(['brand', 'set-terms', '--brand', brand.id, ...terms]);
    expect(result).toMatchObject({ exitCode: 1, stdout: '' });
    if (typeof message === 'string') expect(result.stderr).toBe(`${message}\n`);
    else expect(result.stderr).toMatch(message);
    expect(result.stderr.trim().split('\n')).toHaveLength(1);
  });

  test('reports an unknown brand, as `brand show` does', async () => {
    const unknown = 'brd_01JD0000000000000000000000';
    const refused = { exitCode: 1, stdout: '', stderr: 'Brand not found\n' };
    expect(await operator(['brand', 'show', unknown])).toEqual(refused);
    expect(await operator(['brand', 'set-terms', '--brand', unknown, '--hold-days', '3'])).toEqual(refused);
  });
});
