// Requests that the emulator itself drops, told apart from failures of the service: whatever is not in this list is one.
import type { Answered } from './traffic.ts';

interface Way {
  readonly isSeenIn: (outcome: Answered | Error) => boolean;
  readonly why: string;
}

const drops = {
  processExchanged: {
    isSeenIn: (outcome) =>
      !(outcome instanceof Error) &&
      outcome.status === 502 &&
      // An answer of the service always has one.
      !outcome.headers.has('x-request-id') &&
      // These words stand in emulator/processes.py, which gives them to no other failure.
      outcome.text.includes('MiniStack ended the process that had this request'),
    why: 'AWS lets a process finish its request when the code of its function changes; MiniStack ends it.',
  },
} as const satisfies Record<string, Way>;

export type Drop = keyof typeof drops;

const isDrop = (name: string): name is Drop => name in drops;
const allDrops = Object.keys(drops).filter(isDrop);

/** In which way the emulator dropped a request; undefined where it did not. */
export const dropOf = (outcome: Answered | Error): Drop | undefined =>
  allDrops.find((drop) => drops[drop].isSeenIn(outcome));
