// Keeps the meter of a request in its async context. Separate from `meter.ts`, because the tracking link passes its meter as an argument.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Meter } from './meter.ts';

const storage = new AsyncLocalStorage<Meter>();

export const metered = <Result>(meter: Meter, work: () => Promise<Result>): Promise<Result> =>
  storage.run(meter, work);

export const currentMeter = (): Meter | undefined => storage.getStore();
