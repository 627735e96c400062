import {
  millisecondsOf,
  type ScheduledFunction,
  scheduledFunctions,
} from '#infra/constructs/schedule-sources.ts';
import { logger } from '#lib/foundation/shared/logger.ts';
import { loadFunction } from './handlers.ts';

type Handler = (event: unknown, context: { getRemainingTimeInMillis(): number }) => Promise<void>;

/** Excludes key rotation. In the local stage, the operator rotates the keys with a command (docs/decisions/0034). */
const sources = Object.values<ScheduledFunction>(scheduledFunctions).filter(
  ({ changesSigningKeys }) => changesSigningKeys !== true,
);

async function run(
  { file, timeoutMinutes = 1 }: ScheduledFunction,
  isStopping: () => boolean,
): Promise<void> {
  const end = performance.now() + millisecondsOf(`${timeoutMinutes} minutes`);
  const getRemainingTimeInMillis = () => (isStopping() ? 0 : end - performance.now());
  try {
    const handle = await loadFunction<Handler>(file);
    await handle({}, { getRemainingTimeInMillis });
  } catch (error) {
    const failure = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    if (!isStopping()) logger.warn('a scheduled function failed', { file, failure });
  }
}

export interface Schedules {
  stop(): Promise<void>;
}

export function startSchedules(): Schedules {
  let isStopping = false;
  const schedules = sources.map((source) => {
    let running = Promise.resolve();
    const tick = (): void => {
      running = running.then(() => run(source, () => isStopping));
    };
    tick();
    const timer = setInterval(tick, millisecondsOf(source.every));
    return async () => {
      clearInterval(timer);
      await running;
    };
  });
  return {
    stop: async () => {
      isStopping = true;
      await Promise.all(schedules.map((stop) => stop()));
    },
  };
}
