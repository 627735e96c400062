// Shows messages of the API to people.
import type { Texts } from './texts/texts.ts';

/** Translates the most frequent messages, and removes the marks of code. `$1` in a translation is what the pattern has captured. */
export function forReaders({ common }: Texts, message: string): string {
  const known = common.messages.find(([pattern]) => pattern.test(message));
  return known === undefined ? message.replaceAll('`', '') : message.replace(...known);
}
