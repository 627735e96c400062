// Defines the commands for signing keys, which never print a secret.
import * as z from 'zod';
import { cacheSeconds } from '#lib/access/auth/rules/key-order.ts';
import type { KeyState } from '#lib/access/auth/rules/signing-keys.ts';
import { command, option } from './command.ts';
import { table } from './text.ts';

const cacheMinutes = cacheSeconds / 60;

const stateNames = {
  next: 'published, signs later',
  signing: 'signs',
  retiring: 'verifies only',
} as const satisfies Record<KeyState['state'], string>;

const keysTable = (keys: readonly KeyState[]): string =>
  table(
    ['key', 'state', 'signs from', 'verifies until'],
    keys.map(({ kid, state, signsFrom, verifiesUntil }) => [
      kid,
      stateNames[state],
      signsFrom ?? '-',
      verifiesUntil ?? '-',
    ]),
    'No keys',
  );

const keyOption = option(z.string().min(1), 'id', 'Id of the key (see keys list)');

const list = command({
  name: 'keys list',
  summary: 'List the keys that sign access tokens, newest first',
  options: {},
  examples: [''],
  action: async (_, { keys, keyStore, now }) => {
    const data = await keys.listKeys(await keyStore(), now());
    return { data, text: keysTable(data) };
  },
});

const rotate = command({
  name: 'keys rotate',
  summary: 'Publish the next key now, whatever the age of the current one; all tokens stay valid',
  options: {},
  examples: [''],
  isRepeatable: true,
  action: async (_, { keys, keyStore, now }) => {
    const { isChanged, keys: states } = await keys.rotateKeys(await keyStore(), now());
    const next = states.find(({ state }) => state === 'next');
    const title = isChanged ? `Published ${next?.kid}` : `Nothing to do: ${next?.kid} is already published`;
    return {
      data: { rotated: isChanged, keys: states },
      text: `${title}. It signs tokens from ${next?.signsFrom}.\n\n${keysTable(states)}`,
    };
  },
});

const revoke = command({
  name: 'keys revoke',
  summary: `Revoke a leaked key; every token that it signed is invalid within ${cacheMinutes} minutes`,
  options: { key: keyOption },
  positional: ['key'],
  examples: ['--key 0f3a5c7e9b1d2f46'],
  action: async ({ key }, { keys, keyStore, now }) => {
    const { keys: states } = await keys.revokeKey(await keyStore(), key, now());
    const signing = states.find(({ state }) => state === 'signing');
    return {
      data: { revoked: key, keys: states },
      text: [
        `Revoked ${key}. Users with a token signed by this key must log in again.`,
        `Running functions cache keys for up to ${cacheMinutes} minutes. Until then, some still accept these tokens, and ` +
          'some still sign with the revoked key, so users who log in may have to log in again.',
        `New tokens are signed by ${signing?.kid}.`,
        '',
        keysTable(states),
      ].join('\n'),
    };
  },
});

export const keyCommands = [list, rotate, revoke] as const;
