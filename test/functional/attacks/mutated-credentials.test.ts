// Attacks the authentication with changed tokens and API keys: none of them may be accepted, and none may fail in another way than 401.
import { base64url } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { createBrand, send } from '#test/support/service.ts';
import { hasTurn } from '#test/support/size.ts';

let token: string;
let key: string;

beforeAll(async () => {
  ({ admin: token } = await createBrand());
  const body = { name: 'Server', mode: 'live', scopes: ['*'] };
  key = (await send('POST', '/api-keys', { token, body })).json.data.key;
});

const use = (credentials: string) => send('GET', '/affiliates', { token: credentials });

/** Every position in `npm run test:attacks`, every seventh in `npm test`. */
const positionsOf = (text: string): readonly number[] =>
  [...text].flatMap((_, position) => (hasTurn(position, 7) ? [position] : []));

const other = (character: string, choices: string): string =>
  choices[(choices.indexOf(character) + 1) % choices.length] ?? 'A';

const replaced = (text: string, position: number, by: string): string =>
  text.slice(0, position) + by + text.slice(position + 1);

const base64Characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const keyCharacters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The last character of a Base64 text has unused bits, so some changes of it decode to the same bytes. */
const changesBytes = (one: string, changed: string): boolean =>
  one.split('.').some((part, index) => {
    const [before, after] = [part, changed.split('.')[index] ?? ''];
    return !Buffer.from(before, 'base64url').equals(Buffer.from(after, 'base64url'));
  });

async function expectRefused(credentials: readonly string[]): Promise<void> {
  const statuses = await Promise.all(
    credentials.map(async (changed) => ({ changed, status: (await use(changed)).status })),
  );
  expect(statuses.filter(({ status }) => status !== 401)).toEqual([]);
  expect(credentials.length).toBeGreaterThan(5);
}

const encode = (value: object): string => base64url.encode(JSON.stringify(value));
const decode = (part: string): object => JSON.parse(new TextDecoder().decode(base64url.decode(part)));

describe('a changed access token', () => {
  test('an access token is refused whichever character is replaced', async () => {
    const changed = positionsOf(token).map((position) =>
      replaced(token, position, other(token[position] ?? '', base64Characters)),
    );
    await expectRefused(changed.filter((one) => changesBytes(token, one)));
  });

  test('an access token is refused wherever it is cut off or extended', async () => {
    await expectRefused(
      positionsOf(token)
        .map((position) => token.slice(0, position))
        .filter((one) => one !== ''),
    );
    await expectRefused(['A', '.', '%00', 'AAAA', ' x', `.${token}`].map((end) => token + end));
  });

  test('an access token is refused with another algorithm, key or claim', async () => {
    const [header = '', payload = '', signature = ''] = token.split('.');
    const headers = ['none', 'None', 'HS256', 'ES256', 'EdDSA '].map((alg) => ({ ...decode(header), alg }));
    const more = [
      { kid: '' },
      { kid: '../../etc/passwd' },
      { jku: 'https://attacker.test/keys' },
      { jwk: {} },
      { crit: ['exp'] },
    ];
    const claims = [
      { exp: 9_999_999_999 },
      { brandId: 'brd_01JD0000000000000000000000' },
      { role: 'owner' },
      { iss: '' },
      { aud: [] },
    ];
    await expectRefused([
      ...headers.flatMap((changed) => [
        `${encode(changed)}.${payload}.${signature}`,
        `${encode(changed)}.${payload}.`,
      ]),
      ...more.map((part) => `${encode({ ...decode(header), ...part })}.${payload}.${signature}`),
      ...claims.map((part) => `${header}.${encode({ ...decode(payload), ...part })}.${signature}`),
      `${payload}.${header}.${signature}`,
      `${header}.${payload}.${signature}.${signature}`,
    ]);
  });

  test('the unchanged token is accepted', async () => {
    expect((await use(token)).status).toBe(200);
  });
});

describe('a changed API key', () => {
  test('an API key is refused whichever character is replaced', async () => {
    await expectRefused(
      positionsOf(key).map((position) => replaced(key, position, other(key[position] ?? '', keyCharacters))),
    );
  });

  test('an API key is refused wherever it is cut off or extended, and in lower case', async () => {
    await expectRefused(
      positionsOf(key)
        .filter((position) => position > 0)
        .map((position) => key.slice(0, position)),
    );
    await expectRefused([...['A', '0', '.', '%00', '00', ' x'].map((end) => key + end), key.toLowerCase()]);
  });

  test('the unchanged key is accepted', async () => {
    expect((await use(key)).status).toBe(200);
  });
});
