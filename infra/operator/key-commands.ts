// The operator's commands on the keys that sign access tokens. No secret is ever shown.
import * as z from 'zod';
import { holdingSeconds, type KeyState } from '#lib/auth/rules/signing-keys.ts';
import { command, described } from './command.ts';
import { table } from './text.ts';

const minutesHeld = holdingSeconds / 60;

const meanings = {
  next: 'published, signs later',
  signing: 'signs',
  retiring: 'verifies what it signed',
} as const satisfies Record<KeyState['state'], string>;

const keysTable = (keys: readonly KeyState[]): string =>
  table(
    ['key', 'state', 'signs from', 'verifies until'],
    keys.map(({ kid, state, signsFrom, verifiesUntil }) => [
      kid,
      meanings[state],
      signsFrom ?? 'its beginning',
      verifiesUntil ?? 'further notice',
    ]),
    'No keys',
  );

const kidOption = described(z.string().min(1), 'KEY', 'The key, by its id (see keys list)');

const list = command({
  name: 'keys list',
  summary: 'List the keys that sign access tokens, the latest first',
  options: {},
  examples: [''],
  run: async (_, { keys, keyStore, now }) => {
    const data = await keys.listKeys(await keyStore(), now());
    return { data, text: keysTable(data) };
  },
});

const rotate = command({
  name: 'keys rotate',
  summary: 'Publish the next key now, however old the one that signs is; no token ends by it',
  options: {},
  examples: [''],
  run: async (_, { keys, keyStore, now }) => {
    const { isChanged, keys: states } = await keys.rotateKeys(await keyStore(), now());
    const next = states.find(({ state }) => state === 'next');
    const title = isChanged ? `Published ${next?.kid}` : `Nothing to do: ${next?.kid} is published already`;
    return {
      data: { rotated: isChanged, keys: states },
      text: `${title}. It signs from ${next?.signsFrom} on.\n\n${keysTable(states)}`,
    };
  },
});

const revoke = command({
  name: 'keys revoke',
  summary: `Drop a key that has leaked: all tokens it signed are dead within ${minutesHeld} minutes`,
  options: { key: kidOption },
  positional: ['key'],
  examples: ['--key 0f3a5c7e9b1d2f46'],
  run: async ({ key }, { keys, keyStore, now }) => {
    const { keys: states } = await keys.revokeKey(await keyStore(), key, now());
    const signing = states.find(({ state }) => state === 'signing');
    return {
      data: { revoked: key, keys: states },
      text: [
        `Revoked ${key}. Whoever has a token that it signed must log in again.`,
        `Running functions hold keys for up to ${minutesHeld} minutes: until then some still accept such tokens, and ` +
          'some still sign with it, so that who logs in may have to do so again.',
        `${signing?.kid} signs.`,
        '',
        keysTable(states),
      ].join('\n'),
    };
  },
});

export const keyCommands = [list, rotate, revoke] as const;
