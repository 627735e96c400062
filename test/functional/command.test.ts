// Tests the command of the package with the service. test/functional/client.test.ts tests the client that it uses.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { runCommand } from '#lib/client/command-run.ts';
import { createClient } from '#lib/client/index.ts';
import { createAccount } from '#test/support/accounts.ts';
import { createCreators } from '#test/support/creators.ts';
import { fetchInProcess } from '#test/support/fetch-in-process.ts';

const baseUrl = 'https://api.example.test/v1';

/** Creates a shell of a brand that has an API key and files. */
async function shellOfBrand(files: Record<string, string> = {}) {
  const { brand, email, password } = await createAccount();
  const admin = createClient({ baseUrl, fetch: fetchInProcess, login: { email, password } });
  const { key } = await admin.apiKeys.create({ name: 'Shell', mode: 'live', scopes: ['*'] });
  const posted: string[] = [];
  const run = async (...args: readonly string[]) => {
    const out: string[] = [];
    const err: string[] = [];
    const code = await runCommand(args, {
      env: { API_KEY: key, API_URL: baseUrl },
      fetch: async (url, init) => {
        const response = await fetchInProcess(url, init);
        if (init.method === 'POST') posted.push(response.headers.get('idempotency-replayed') ?? 'executed');
        return response;
      },
      read: (path) => files[path] ?? '',
      print: (text) => out.push(text),
      warn: (text) => err.push(text),
    });
    return { code, out, err: err.join('\n') };
  };
  return { brand, admin, run, files, posted };
}

describe('orders, commissions and payouts', () => {
  test('the command records an order with exact amounts, approves its commission and pays it', async () => {
    const { brand, run, files } = await shellOfBrand();
    const [creator = ''] = await createCreators(brand, 1);
    const { out: creators } = await run('creators', 'get', creator);
    const { trackingCode } = JSON.parse(creators.join());
    files['order.json'] = JSON.stringify({ orderId: 'from the file', trackingCode });
    const recorded = await run(
      'orders',
      'create',
      '--orderId',
      '2009',
      '--amount',
      '49.90',
      '--body',
      'order.json',
    );
    const order = JSON.parse(recorded.out.join());
    expect(order).toMatchObject({ orderId: '2009', amount: 49.9, affiliateId: creator });
    expect(await run('commissions', 'approve', order.commissionId)).toMatchObject({ code: 0, err: '' });
    const dryRun = await run('payouts', 'create', '--dryRun', '--minimum', '0.01', '--affiliateIds', creator);
    expect(JSON.parse(dryRun.out.join())).not.toHaveProperty('id');
    const payout = await run('payouts', 'create', '--affiliateIds', creator);
    const { id } = JSON.parse(payout.out.join());
    expect((await run('payouts', 'get-csv', id)).out.join()).toContain(creator);
  });

  test('a list has one item in each line, and says when a page is not all', async () => {
    const { run } = await shellOfBrand();
    const days = ['2026-01-02', '2026-01-03', '2026-01-04'];
    for (const day of days)
      await run('orders', 'create', '--orderId', day, '--amount', '1', '--occurredAt', `${day}T12:00:00Z`);
    const range = ['--from', '2026-01-03', '--to=2026-01-04', '--limit', '1'];
    const idsOf = (lines: readonly string[]) => lines.map((line) => JSON.parse(line).orderId);
    const page = await run('orders', 'list', ...range);
    expect([idsOf(page.out), page.err]).toEqual([['2026-01-04'], 'There are more items. Add --all']);
    const all = await run('conversions', 'list', ...range, '--all');
    expect([idsOf(all.out), all.err]).toEqual([['2026-01-04', '2026-01-03'], '']);
  });

  test('an update can remove a value and turn a setting off', async () => {
    const { brand, admin, run } = await shellOfBrand();
    const [id = ''] = await createCreators(brand, 1);
    await run('creators', 'update', id, '--group', 'vip', '--metadata', '{"source":"fair"}');
    expect(await admin.affiliates.get(id)).toMatchObject({ group: 'vip', metadata: { source: 'fair' } });
    await run('creators', 'update', id, '--group', 'null');
    expect(await admin.affiliates.get(id)).toMatchObject({ group: null });
    await run('brands', 'update', '--ratesByAdminsOnly');
    expect(await admin.brands.get()).toMatchObject({ ratesByAdminsOnly: true });
    await run('brands', 'update', '--no-ratesByAdminsOnly');
    expect(await admin.brands.get()).toMatchObject({ ratesByAdminsOnly: false });
  });
});

describe('creators import', () => {
  const codes = Array.from({ length: 102 }, () => randomUUID());
  const rows = codes.map((code) => `${code}@example.test;"${code}, Ada";${code};`);
  const file = ['\uFEFFemail;name;trackingCode;group', ...rows, 'no address;Eve;;'].join('\r\n');

  test('the import invites the creators of a file, names the rows that failed, and invites nobody twice', async () => {
    const { admin, run, files, posted } = await shellOfBrand();
    files['creators.csv'] = file;
    const first = await run('creators', 'import', 'creators.csv');
    expect([first.code, first.out.length]).toEqual([1, 102]);
    expect(first.err).toMatch(/^Line 104: validation_failed: .*\nInvited: 102. Failed: 1.$/);
    expect(JSON.parse(first.out[101] ?? '')).toMatchObject({ name: `${codes[101]}, Ada`, group: null });
    expect(await run('creators', 'import', 'creators.csv')).toEqual(first);
    expect(posted).toEqual(['executed', 'executed', 'true', 'true']);
    expect((await admin.affiliates.list({ limit: 1 })).meta.total).toBe(102);
    const again = await run('creators', 'import', 'creators.csv', '--idempotencyKey', 'again');
    expect([again.code, again.err.split('\n').at(-1)]).toEqual([1, 'Invited: 0. Failed: 103.']);
  });

  test('the import refuses a file with an unknown column before it sends anything', async () => {
    const { run, posted } = await shellOfBrand({ 'creators.csv': 'email,phone\nada@example.test,1' });
    const { code, err } = await run('creators', 'import', 'creators.csv');
    expect([code, err, posted]).toEqual([
      2,
      expect.stringMatching(/^Unknown column phone. Use email, name,/),
      [],
    ]);
  });
});

describe('a wrong command', () => {
  test.each([
    ['orders', 'remove', /^There is no action orders remove\n[\s\S]*orders cancel <id>/],
    ['orders', 'list', '--sort', 'amount', /^Unknown option '--sort'[\s\S]*--occurredFrom <text>/],
    ['orders', 'get', /^Get a conversion: creator-affiliate-service orders get <id>/],
    ['payouts', 'create', '--minimum', 'ten', /^--minimum must be a number$/],
    ['creators', 'invite', '--metadata', '{', /^--metadata must be JSON/],
  ] as const)('%s %s ends with 2 and says what to write', async (...words) => {
    const { run, posted } = await shellOfBrand();
    const args = words.filter((word) => typeof word === 'string');
    const { code, out, err } = await run(...args);
    expect([code, out, err, posted]).toEqual([2, [], expect.stringMatching(words.at(-1) as RegExp), []]);
  });

  test('a refusal of the service ends with 1 and has its code and the fields', async () => {
    const { run } = await shellOfBrand();
    const { code, out, err } = await run('creators', 'invite', '--email', 'nobody');
    expect([code, out]).toEqual([1, []]);
    expect(err).toMatch(/^400 validation_failed: .*\n {2}email: .*\n {2}Request: /);
  });

  test('the help of a resource has its actions, and that of an action its fields', async () => {
    const { run } = await shellOfBrand();
    expect((await run('codes', '--help')).out.join()).toMatch(/codes create .*Create a discount code/);
    const { code, out } = await run('orders', 'list', '--help');
    expect([code, out.join()]).toEqual([0, expect.stringMatching(/--occurredFrom <text>[\s\S]*--all/)]);
  });
});
