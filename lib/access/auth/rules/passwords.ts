// Hashes and verifies passwords. Each stored hash (a PHC string) contains its parameters, so they can change without a migration.
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);

/** The OWASP Password Storage Cheat Sheet recommends these parameters for argon2id: 19 MiB, 2 passes, 1 lane. */
const parameters = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const tagLength = 32;
const saltLength = 16;

interface ParsedHash {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
  readonly salt: Buffer;
  readonly tag: Buffer;
}

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

function parse(hash: string): ParsedHash {
  const [, memory, passes, parallelism, salt, tag] = phc.exec(hash) ?? [];
  if (salt === undefined || tag === undefined)
    throw new Error('A stored password hash is not a valid argon2id PHC string');
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

function toText(salt: Buffer, tag: Buffer): string {
  const { memory, passes, parallelism } = parameters;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`;
}

export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(saltLength);
  return toText(nonce, await derive('argon2id', { message: password, nonce, tagLength, ...parameters }));
}

const dummyHash = toText(Buffer.alloc(saltLength), Buffer.alloc(tagLength));

/** If `hash` is undefined, hashes anyway, so that the duration does not reveal whether the account exists. */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const { memory, passes, parallelism, salt, tag } = parse(hash ?? dummyHash);
  const derived = await derive('argon2id', {
    message: password,
    nonce: salt,
    tagLength: tag.length,
    memory,
    passes,
    parallelism,
  });
  return timingSafeEqual(derived, tag) && hash !== undefined;
}

export const generatePassword = (): string => randomBytes(18).toString('base64url');
