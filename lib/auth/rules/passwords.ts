// Password hashes as PHC strings: the parameters stand with the hash, so that they can be raised without a migration.
// Parameters: OWASP Password Storage Cheat Sheet (argon2id: 19 MiB, 2 passes, 1 lane).
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);

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
  if (salt === undefined || tag === undefined) throw new Error('A stored password hash is not readable');
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(saltLength);
  const tag = await derive('argon2id', { message: password, nonce, tagLength, ...parameters });
  const { memory, passes, parallelism } = parameters;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(tag)}`;
}

/** A hash no password has, with today's parameters: checking it takes as long as checking a real one. */
const nobody = `$argon2id$v=19$m=${parameters.memory},t=${parameters.passes},p=${parameters.parallelism}$${unpadded(
  Buffer.alloc(saltLength),
)}$${unpadded(Buffer.alloc(tagLength))}`;

/** Does this password have that hash? Takes the same time, and answers false, where there is no hash at all. */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const { memory, passes, parallelism, salt, tag } = parse(hash ?? nobody);
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

/** A password for someone to be given: 144 random bits, URL-safe. */
export const generatePassword = (): string => randomBytes(18).toString('base64url');
