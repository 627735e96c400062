// Recognizes requests that the emulator drops. Every other failed request is a failure of the service.
import type { HttpResponse } from './traffic.ts';

interface KnownDrop {
  readonly matches: (outcome: HttpResponse | Error) => boolean;
  readonly reason: string;
}

const drops = {
  processExchanged: {
    matches: (outcome) =>
      !(outcome instanceof Error) &&
      outcome.status === 502 &&
      // Only the emulator sends responses without a request id.
      !outcome.headers.has('x-request-id') &&
      // emulator/processes.py sets this text for no other failure.
      outcome.text.includes('MiniStack ended the process that had this request'),
    reason: 'On a code change, AWS lets running requests finish, but MiniStack ends their process.',
  },
} as const satisfies Record<string, KnownDrop>;

export type Drop = keyof typeof drops;

const isDrop = (name: string): name is Drop => name in drops;
const allDrops = Object.keys(drops).filter(isDrop);

/** Returns how the emulator dropped the request, or undefined if it did not. */
export const dropOf = (outcome: HttpResponse | Error): Drop | undefined =>
  allDrops.find((drop) => drops[drop].matches(outcome));
