import { clickNotStored } from '#lib/clicks/tracking/rules/log-messages.ts';

interface LogFunction {
  readonly file: string;
  readonly description: string;
  /** The function receives the log lines with this `message`. It must not write such a line itself. */
  readonly message: string;
}

/** Each of these functions must be idempotent, because CloudWatch Logs delivers at least once. */
export const logFunctions = {
  collectClicks: {
    file: 'logs/collect-clicks.ts',
    description: 'Queue the clicks that links could only log',
    message: clickNotStored,
  },
} as const satisfies Record<string, LogFunction>;
