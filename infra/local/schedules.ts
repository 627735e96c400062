// Runs by the clock what is deployed to run by the clock, of those functions that need nothing but the table.
import { type ScheduledFunction, scheduledFunctions } from '#infra/constructs/schedule-sources.ts';
import { logger } from '#lib/shared/logger.ts';
import { loadFunction } from './handlers.ts';

type Handler = (event: unknown, context: { getRemainingTimeInMillis(): number }) => Promise<void>;

const unitsInMilliseconds = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

/** `15 minutes` → 900000. */
export function millisecondsOf(every: string): number {
  const [, count, unit] = /^(\d+) (minute|hour|day)s?$/.exec(every) ?? [];
  const found = Object.entries(unitsInMilliseconds).find(([name]) => name === unit);
  if (found === undefined) throw new Error(`Not a rate: ${every}`);
  return Number(count) * found[1];
}

/** The keys are in a file here, which the operator rotates by hand: docs/decisions/0034. */
const sources = Object.values<ScheduledFunction>(scheduledFunctions).filter(
  ({ changesSigningKeys }) => changesSigningKeys !== true,
);

/** Once, as the schedule would: what fails is said, and comes with the next run. */
async function run(
  { file, timeoutMinutes = 1 }: ScheduledFunction,
  isStopping: () => boolean,
): Promise<void> {
  const end = performance.now() + timeoutMinutes * unitsInMilliseconds.minute;
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
  const clocks = sources.map((source) => {
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
      await Promise.all(clocks.map((end) => end()));
    },
  };
}
