// Proof of work: a text whose hash begins with many zero bits can only be found by trying, and one hash verifies it (Hashcash).
import { hash } from 'node:crypto';

/** The work that a first challenge asks for: 4 million hashes on average, a few seconds for the script of the API guide. */
export const baseDifficulty = 22;

export function leadingZeroBits(digest: Uint8Array): number {
  const index = digest.findIndex((byte) => byte !== 0);
  return index === -1 ? 8 * digest.length : 8 * index + Math.clz32(digest[index] ?? 0) - 24;
}

export const isSolution = (token: string, solution: string, difficulty: number): boolean =>
  leadingZeroBits(hash('sha256', `${token}.${solution}`, 'buffer')) >= difficulty;
