import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { prepareTable } from '#infra/local/table.ts';
import { signingKeysTag } from '#infra/tags.ts';
import { newKeyMaterial } from '#lib/access/auth/rules/key-pairs.ts';
import { operator, operatorJson } from '#test/support/operator.ts';
import {
  currentValueOf,
  type FakeSecret,
  fakeSecretsManager,
  passThrough,
  serviceError,
} from '#test/support/secrets-manager.ts';
import { readKeys, writeKeys } from '#test/support/signing-keys.ts';

describe('the `keys` command on the local stage', () => {
  const first = newKeyMaterial();
  beforeEach(() => writeKeys([first]));

  test('`keys list` shows the state of each key without its secret', async () => {
    expect(await operatorJson('keys', 'list')).toEqual([
      { kid: first.kid, state: 'signing', signsFrom: null, verifiesUntil: null },
    ]);
    const { stdout } = await operator(['keys', 'list']);
    expect(stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['KEY', 'STATE', 'SIGNS FROM', 'VERIFIES UNTIL'],
      [first.kid, 'signs', '-', '-'],
      [''],
    ]);
    expect(stdout).not.toContain(first.secret);
  });

  test('`keys rotate` publishes the next key once, whatever the age of the current key', async () => {
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
      `Nothing to do: ${next?.kid} is already published. It signs tokens from ${next?.signsFrom}.`,
    );
    expect(await readKeys()).toHaveLength(2);
  });

  test('`keys revoke` replaces the key and explains the effect on tokens', async () => {
    const { stdout, exitCode } = await operator(['keys', 'revoke', first.kid]);
    const [key, ...others] = await readKeys();
    expect([exitCode, others]).toEqual([0, []]);
    expect(key?.kid).not.toBe(first.kid);
    expect(stdout.split('\n').slice(0, 3)).toEqual([
      `Revoked ${first.kid}. Users with a token signed by this key must log in again.`,
      'Running functions cache keys for up to 5 minutes. Until then, some still accept these tokens, and ' +
        'some still sign with the revoked key, so users who log in may have to log in again.',
      `New tokens are signed by ${key?.kid}.`,
    ]);
  });

  test('`keys revoke` reports an unknown key', async () => {
    expect(await operator(['keys', 'revoke', 'nothing'])).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: 'Signing key nothing not found\n',
    });
    expect(await readKeys()).toMatchObject([first]);
  });
});

describe('the `keys` command on a deployed stage', async () => {
  const secretsManager = await fakeSecretsManager();
  const tagsOf = (stage: string) => [{ Key: signingKeysTag, Value: stage }];
  const document = () => JSON.stringify({ kid: 'first', secret: newKeyMaterial().secret });
  // Names no account, because it keeps no data.
  const stage = 'dev';
  const own: FakeSecret = secretsManager.add('dev-keys', document(), tagsOf(stage));
  // Filters of Secrets Manager match the beginning of a value.
  secretsManager.add('dev-eu-keys', document(), tagsOf('dev-eu'));
  secretsManager.add('database', 'hush', [{ Key: 'stage', Value: stage }]);
  const withSecretsOf = ({ environment }: typeof secretsManager, ...args: readonly string[]) =>
    operator([...args, '--stage', stage], {
      ...environment,
      AWS_ENDPOINT_URL_DYNAMODB: String(process.env.DYNAMODB_ENDPOINT),
    });
  const onStage = (...args: readonly string[]) => withSecretsOf(secretsManager, ...args);
  beforeAll(() => prepareTable('creator-affiliate-dev'));
  beforeEach(() => {
    secretsManager.around = passThrough;
  });

  test('`keys rotate` and `keys list` use the secret with the tag of the stage', async () => {
    const rotated = await onStage('keys', 'rotate', '--json');
    expect(rotated).toMatchObject({ exitCode: 0, stderr: '' });
    const [next] = JSON.parse(rotated.stdout).keys;
    expect(JSON.parse(currentValueOf(own)).keys.map(({ kid }: { kid: string }) => kid)).toEqual([
      next.kid,
      'first',
    ]);
  });

  test('`keys rotate` is repeated while the stage is unavailable, and says so', async () => {
    const restarting = await fakeSecretsManager();
    const secret = restarting.add('restarting-keys', document(), tagsOf(stage));
    let calls = 0;
    restarting.around = async (_, call) => {
      calls += 1;
      // The client itself tries four times.
      if (calls <= 3) throw serviceError('InternalServiceError');
      return call();
    };
    const { exitCode, stdout, stderr } = await withSecretsOf(restarting, 'keys', 'rotate', '--json');
    expect([exitCode, stderr]).toEqual([
      0,
      '{"code":"unavailable","message":"AWS is unavailable: InternalServiceError. Trying again in 1 s"}\n',
    ]);
    expect(JSON.parse(stdout).rotated).toBe(true);
    expect(JSON.parse(currentValueOf(secret)).keys).toHaveLength(2);
  });

  test('`keys list` fails unless exactly one secret has the tag of the stage', async () => {
    const empty = await fakeSecretsManager();
    expect((await withSecretsOf(empty, 'keys', 'list')).stderr).toBe(
      `No secret has the tag ${signingKeysTag} = dev: check that the stage is deployed in this account and region (AWS_REGION)\n`,
    );
    const several = await fakeSecretsManager();
    for (const name of ['old', 'new']) several.add(`${name}-keys`, document(), tagsOf(stage));
    expect((await withSecretsOf(several, 'keys', 'list')).stderr).toBe(
      `Several secrets have the tag ${signingKeysTag} = dev: remove it from those that no stack uses (old-keys, new-keys)\n`,
    );
  });

  test('`keys list` reports that AWS is unavailable', async () => {
    secretsManager.around = async () => {
      throw serviceError('InternalServiceError');
    };
    expect(await onStage('keys', 'list', '--json')).toMatchObject({
      exitCode: 1,
      stderr: '{"code":"unavailable","message":"AWS is unavailable: InternalServiceError"}\n',
    });
  });
});
