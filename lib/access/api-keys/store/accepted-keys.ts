// Remembers which API keys this process has accepted, as hashes.
import { hashOfKey } from '#lib/access/api-keys/rules/key-text.ts';

/** A process serves few keys, except on a local machine. */
const maxAccepted = 1000;

const accepted = new Set<string>();

export function rememberAccepted(text: string): void {
  if (accepted.size >= maxAccepted) accepted.clear();
  accepted.add(hashOfKey(text));
}

export function forgetAccepted(text: string): void {
  accepted.delete(hashOfKey(text));
}

export const wasAccepted = (text: string): boolean => accepted.has(hashOfKey(text));
