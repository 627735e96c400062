// Runs by the clock what is deployed to run by the clock, of those functions that need nothing but the table.
import {
  millisecondsOf,
  type ScheduledFunction,
  scheduledFunctions,
} from '#infra/constructs/schedule-sources.ts';
import { logger } from '#lib/shared/logger.ts';
import { loadFunction } from './handlers.ts';

type Handler = (event: unknown, context: { getRemainingTimeInMillis(): number }) => Promise<void>;

/** The keys are in a file here, which the operator rotates by hand: docs/decisions/0034. */
const sources = Object.values<ScheduledFunction>(scheduledFunctions).filter(
  ({ changesSigningKeys }) => changesSigningKeys !== true,
);

/** Once, as the schedule would: what fails is said, and comes with the next run. */
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
    if (!isStopping()) logger.warn('what runs by the clock has failed', { file, failure });
  }
}

export interface Schedules {
  /** Ends when what is under way has ended, which it does after its next step. */
  stop(): Promise<void>;
}

/** Runs each of them now, and then as often as is declared. */
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
