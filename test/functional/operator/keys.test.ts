import { beforeEach, describe, expect, test } from 'vitest';
import { signingKeysTag } from '#infra/tags.ts';
import { newSigningKey } from '#lib/auth/store/signing-keys.ts';
import { operator, operatorJson } from '#test/support/operator.ts';
import {
  currentOf,
  type FakeSecret,
  failure,
  fakeSecretsManager,
  plainly,
} from '#test/support/secrets-manager.ts';
import { readKeys, writeKeys } from '#test/support/signing-keys.ts';

describe('the keys of the stage running here', () => {
  const first = newSigningKey();
  beforeEach(() => writeKeys([first]));

  test('are listed with what they are for, and never with their secrets', async () => {
    expect(await operatorJson('keys', 'list')).toEqual([
      { kid: first.kid, state: 'signing', signsFrom: null, verifiesUntil: null },
    ]);
    const { stdout } = await operator(['keys', 'list']);
    expect(stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['KEY', 'STATE', 'SIGNS FROM', 'VERIFIES UNTIL'],
      [first.kid, 'signs', 'its beginning', 'further notice'],
      [''],
    ]);
    expect(stdout).not.toContain(first.secret);
  });

  test('are rotated however young they are, once', async () => {
    const rotated = await operatorJson('keys', 'rotate');
    const [next, old] = await readKeys();
    expect(rotated).toEqual({
      rotated: true,
      keys: [
        { kid: next?.kid, state: 'next', signsFrom: next?.signsFrom, verifiesUntil: null },
        { kid: first.kid, state: 'signing', signsFrom: null, verifiesUntil: expect.stringMatching(/Z$/) },
      ],
    });
    expect(old).toMatchObject(first);
    const again = await operator(['keys', 'rotate']);
    expect(again.stdout.split('\n')[0]).toBe(
      `Nothing to do: ${next?.kid} is published already. It signs from ${next?.signsFrom} on.`,
    );
    expect(await readKeys()).toHaveLength(2);
  });

  test('are revoked one by one; it is said what that means', async () => {
    const { stdout, exitCode } = await operator(['keys', 'revoke', first.kid]);
    const [key, ...others] = await readKeys();
    expect([exitCode, others]).toEqual([0, []]);
    expect(key?.kid).not.toBe(first.kid);
    expect(stdout.split('\n').slice(0, 3)).toEqual([
      `Revoked ${first.kid}. Whoever has a token that it signed must log in again.`,
      'Running functions hold keys for up to 5 minutes: until then some still accept such tokens, and ' +
        'some still sign with it, so that who logs in may have to do so again.',
      `${key?.kid} signs.`,
    ]);
  });

  test('of which there is none are not revoked', async () => {
    expect(await operator(['keys', 'revoke', 'nothing'])).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: 'Signing key nothing not found\n',
    });
    expect(await readKeys()).toMatchObject([first]);
  });
});

describe('the keys of a deployed stage', async () => {
  const secretsManager = await fakeSecretsManager();
  const of = (stage: string) => [{ Key: signingKeysTag, Value: stage }];
  const document = () => JSON.stringify({ kid: 'first', secret: newSigningKey().secret });
  const prod: FakeSecret = secretsManager.add('prod-keys', document(), of('prod'));
  secretsManager.add('prod-eu-keys', document(), of('prod-eu'));
  for (const name of ['old', 'new']) secretsManager.add(`${name}-keys`, document(), of('twice'));
  secretsManager.add('database', 'hush', [{ Key: 'stage', Value: 'prod' }]);
  const on = (stage: string, ...args: readonly string[]) =>
    operator([...args, '--stage', stage], secretsManager.environment);
  beforeEach(() => {
    secretsManager.around = plainly;
  });

  test('are those in the secret that has the stage’s tag', async () => {
    const rotated = await on('prod', 'keys', 'rotate', '--json');
    expect(rotated).toMatchObject({ exitCode: 0, stderr: '' });
    const [next] = JSON.parse(rotated.stdout).keys;
    expect(JSON.parse(currentOf(prod)).keys.map(({ kid }: { kid: string }) => kid)).toEqual([
      next.kid,
      'first',
    ]);
    expect((await on('prod-eu', 'keys', 'list')).stdout).toMatch(/^first +signs/m);
  });

  test('are not guessed where there is no such secret, or more than one', async () => {
    expect((await on('staging', 'keys', 'list')).stderr).toBe(
      `No secret has the tag ${signingKeysTag} = staging: is the stage deployed, in this account and region (AWS_REGION)?\n`,
    );
    expect((await on('twice', 'keys', 'list')).stderr).toBe(
      `Several secrets have the tag ${signingKeysTag} = twice: take it from those that no stack uses (old-keys, new-keys)\n`,
    );
  });

  test('are out of reach where AWS is away', async () => {
    secretsManager.around = async () => {
      throw failure('InternalServiceError');
    };
    expect(await on('prod', 'keys', 'list', '--json')).toMatchObject({
      exitCode: 1,
      stderr: '{"code":"unavailable","message":"AWS is busy or away: InternalServiceError"}\n',
    });
  });
});
