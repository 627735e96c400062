// Several instances of the service at once, as Lambda has them: each holds keys of its own, and has a clock of its own.
import { vi } from 'vitest';
import type { send } from './service.ts';

export interface Instance {
  readonly send: typeof send;
  /** What the instance's code takes for the time. */
  readonly now: () => Date;
}

/** Loads the whole service anew. `now`: the time as this instance has it. */
export async function newInstance(now: () => Date): Promise<Instance> {
  vi.resetModules();
  const [service, { useClock }] = await Promise.all([
    import('#test/support/service.ts'),
    import('#lib/shared/clock.ts'),
  ]);
  useClock({ now });
  return { send: service.send, now };
}
