import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { operator, operatorJson } from '#test/support/operator.ts';
import { send } from '#test/support/service.ts';

const address = () => `${randomUUID()}@acme.test`;
const logIn = async (email: string, password: string) =>
  send('POST', '/auth/brand/login', { body: { email, password } });

describe('brand create', () => {
  test('makes a brand whose admin logs in with the password that is shown once', async () => {
    const email = address();
    const args = ['brand', 'create', '--name', 'Acme', '--email', email.toUpperCase(), '--plan', 'Growth'];
    const said = await operator(args);
    expect(said).toMatchObject({ exitCode: 0, stderr: '' });
    expect(said.stdout).toMatch(/^Created Acme\n {2}id {11}brd_/);
    expect(said.stdout).toContain('shown this once');
    const password = /password +(\S+)/.exec(said.stdout)?.[1] ?? '';
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
      stderr: 'A user with this e-mail address exists already\n',
    });
    const [once] = (await operatorJson('brand', 'list')).filter(
      (brand: { email: string }) => brand.email === email,
    );
    expect(once).toMatchObject({ id: login.json.data.user.brandId, name: 'Acme', plan: 'growth' });
  });

  test('takes currency, landing URL and password, and shows no secret of the brand', async () => {
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
      plan: 'scale',
      status: 'active',
      currency: 'EUR',
      landingUrl: 'https://bolt.test',
      createdAt: expect.stringMatching(/Z$/),
      admin: { email },
    });
    expect((await logIn(email, password)).status).toBe(200);
  });

  test('leaves nothing behind where the e-mail address is taken', async () => {
    const email = address();
    const create = (name: string) =>
      operator(['brand', 'create', '--name', name, '--email', email, '--plan', 'growth', '--json']);
    const said = await Promise.all([create('One'), create('Two'), create('Three')]);
    expect(said.map(({ exitCode }) => exitCode).sort()).toEqual([0, 1, 1]);
    const refused = said.find(({ exitCode }) => exitCode === 1);
    expect(JSON.parse(refused?.stderr ?? '')).toEqual({
      code: 'conflict',
      message: 'A user with this e-mail address exists already',
    });
    const { stdout } = await operator(['brand', 'list']);
    expect(stdout.split('\n').filter((line) => line.includes(email))).toHaveLength(1);
    expect(stdout).toMatch(/^ID +NAME +EMAIL +PLAN +STATUS +CURRENCY +CREATED\n/);
  });
});

describe('a brand’s plan and subscription', () => {
  test('act on the next request', async () => {
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
      `Acme (${id}) is on the plan scale\n`,
    );
    expect(await status()).toBe(200);

    await operatorJson('brand', 'set-status', '--brand', id, '--status', 'canceled');
    expect(await status()).toBe(403);
    const pastDue = await operator(['brand', 'set-status', id, 'past_due']);
    expect(pastDue.stdout).toBe(`The subscription of Acme (${id}) is past_due\n`);
    expect(await status()).toBe(200);
  });

  test('of an unknown brand are refused', async () => {
    const unknown = 'brd_01JD0000000000000000000000';
    const said = await Promise.all([
      operator(['brand', 'set-plan', unknown, 'growth']),
      operator(['brand', 'set-status', unknown, 'active']),
      operator(['user', 'list', unknown]),
      operator(['user', 'create', '--brand', unknown, '--email', address(), '--role', 'admin']),
    ]);
    for (const each of said) expect(each).toEqual({ exitCode: 1, stdout: '', stderr: 'Brand not found\n' });
  });
});
