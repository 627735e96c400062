// Loads an additional instance of the service, with its own signing keys and clock.
import { vi } from 'vitest';
import type { send } from './service.ts';

export interface Instance {
  readonly send: typeof send;
  readonly now: () => Date;
}

export async function newInstance(now: () => Date): Promise<Instance> {
  vi.resetModules();
  const [service, { useClock }] = await Promise.all([
    import('#test/support/service.ts'),
    import('#lib/foundation/shared/clock.ts'),
  ]);
  useClock({ now });
  return { send: service.send, now };
}
