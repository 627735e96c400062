// Knows who makes the changes of the current request or background run.
import { AsyncLocalStorage } from 'node:async_hooks';

export interface Actor {
  /** The id of a user or of an API key, or a name for all others. */
  readonly id: string;
  readonly requestId?: string | undefined;
  /** The keyed hash of the caller's IP address. */
  readonly addressHash?: string | undefined;
}

/** Streams and background work, which no person and no key has requested at that moment. */
const service: Actor = { id: 'service' };

const storage = new AsyncLocalStorage<{ actor: Actor }>();

export const runAs = <Result>(actor: Actor, work: () => Promise<Result>): Promise<Result> =>
  storage.run({ actor }, work);

export const currentActor = (): Actor => storage.getStore()?.actor ?? service;

/** Replaces the actor of the current run, for example after the caller is authenticated. */
export function setActor(actor: Actor): void {
  const run = storage.getStore();
  if (run === undefined) throw new Error('There is no run whose actor could be replaced: call runAs first');
  run.actor = actor;
}
