// Tests the entries that only the audit trail has: logins, new addresses of API keys, and commands of the operator.
import { describe, expect, test } from 'vitest';
import { type Account, createAccount, logIn } from '#test/support/accounts.ts';
import { createApiKey } from '#test/support/creations.ts';
import { followFeed, followTrail, recordAllEvents } from '#test/support/events.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { isTransaction, pauseAt } from '#test/support/interruptions.ts';
import type { Json } from '#test/support/json.ts';
import { operator } from '#test/support/operator.ts';
import { createBrand, send } from '#test/support/service.ts';

async function entriesOf(token: string, types: string): Promise<readonly Json[]> {
  await recordAllEvents();
  return (await followTrail(token, `type=${types}&limit=100`)).toReversed();
}

const tokenOf = async (account: Account, sourceIp = '198.51.100.7'): Promise<string> =>
  (await logIn(account, { sourceIp })).json.data.accessToken;

describe('logins in the audit trail', () => {
  test('a login and a logout have entries with the user, the request and the address', async () => {
    const account = await createAccount();
    const token = await tokenOf(account);
    await send('POST', '/auth/logout', { token: await tokenOf(account), sourceIp: '198.51.100.7' });
    const entries = await entriesOf(token, 'session.*');
    expect(entries.map(({ type }) => type)).toEqual(['session.created', 'session.created', 'session.ended']);
    for (const { actor, resourceId } of entries) {
      expect(actor).toEqual({ type: 'user', id: resourceId, requestId: expect.any(String) });
    }
    expect(entries[2].data).toEqual(entries[1].data);
    expect(new Set(entries.map(({ addressHash }) => addressHash)).size).toBe(1);
    expect(entries[0].addressHash).toMatch(/^[\w-]{12}$/);
  });

  test('a logout of all sessions is one entry, and no change of the password', async () => {
    const account = await createAccount();
    await send('POST', '/auth/logout', { token: await tokenOf(account), body: { all: true } });
    const entries = await entriesOf(await tokenOf(account), 'session.ended,user.*');
    const types = entries.map(({ type }) => type).filter((type) => type !== 'user.created');
    expect(types).toEqual(['user.sessions_ended']);
  });

  test('a failed login has an entry, and an attacker cannot fill the trail with failures', async () => {
    fakeClock();
    const account = await createAccount();
    const token = await tokenOf(account);
    const guess = (sourceIp: string) => logIn({ ...account, password: 'a wrong password' }, { sourceIp });
    for (let count = 0; count < 3; count += 1) await guess('203.0.113.9');
    await Promise.all(Array.from({ length: 4 }, () => guess('203.0.113.10')));
    const entries = await entriesOf(token, 'session.failed');
    expect(entries.slice(0, 3).map(({ data }) => data)).toEqual(
      [1, 2, 3].map((failures) => ({ from: 'unknownAddress', failures })),
    );
    expect(entries[0]).toMatchObject({
      actor: { type: 'public', id: null },
      resourceId: expect.stringMatching(/^usr_/),
    });
    expect(entries.length).toBeLessThanOrEqual(7);
  });
});

test('two failed logins that counted the same failures have one entry', async () => {
  fakeClock();
  const account = await createAccount();
  const token = await tokenOf(account);
  const guess = () => logIn({ ...account, password: 'a wrong password' }, { sourceIp: '203.0.113.9' });
  // The first transaction counts the failure, after the failures were read.
  const paused = pauseAt(1, guess, isTransaction);
  expect(await paused.isHeld).toBe(true);
  await guess();
  await paused.release();
  const entries = await entriesOf(token, 'session.failed');
  expect(entries.map(({ data }) => data.failures)).toEqual([1]);
});

test('the first use of an API key from an address has an entry, and further uses have none', async () => {
  const { admin } = await createBrand('scale');
  const { id, key } = await createApiKey(admin);
  const use = (sourceIp: string) => send('GET', '/affiliates', { token: key, sourceIp });
  await use('192.0.2.1');
  await use('192.0.2.1');
  await use('2001:db8:0:1::1');
  await use('2001:db8:0:1::2');
  const entries = await entriesOf(admin, 'api_key.first_used_from_address');
  expect(entries.map(({ actor, resourceId }) => [actor.id, resourceId])).toEqual([
    [id, id],
    [id, id],
  ]);
  expect(new Set(entries.map(({ addressHash }) => addressHash)).size).toBe(2);
});

test('a command of the operator has an entry with its name, and its changes have the operator as actor', async () => {
  const { admin, brand } = await createBrand('scale');
  await operator(['brand', 'set-plan', '--brand', brand.id, '--plan', 'growth']);
  const entries = await entriesOf(admin, 'operator.*,settings.updated');
  expect(entries.map(({ type, actor }) => [type, actor.type])).toEqual([
    ['operator.command_run', 'operator'],
    ['settings.updated', 'operator'],
  ]);
  expect(entries[0].data).toEqual({ command: 'brand set-plan' });
});

test('the feed has no entries of the audit trail', async () => {
  const account = await createAccount();
  const token = await tokenOf(account);
  const [login] = await entriesOf(token, 'session.created');
  expect((await followFeed(token)).map(({ type }) => type)).not.toContain('session.created');
  expect((await send('GET', `/events/${login.id}`, { token })).status).toBe(404);
});
