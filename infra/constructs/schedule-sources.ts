// The functions that a clock calls, as data: how often, and what each may do.
import type { TableAccess } from '#lib/contract/route.ts';

export interface ScheduledFunction {
  /** Below functions/. */
  readonly file: string;
  readonly description: string;
  /** A rate of EventBridge Scheduler, from when the stage was deployed: `1 day`. */
  readonly every: string;
  /** A minute without it. */
  readonly timeoutMinutes?: number;
  readonly table: TableAccess;
  /** Reads and writes the secret with the signing keys. */
  readonly changesSigningKeys?: boolean;
}

/** Each bears to be called twice, late, or not at all for a while: Scheduler calls at least once, Lambda tries again. */
export const scheduledFunctions = {
  rotateSigningKeys: {
    file: 'schedules/rotate-keys.ts',
    description: 'Publish the next signing key where it is time, drop the dead ones',
    every: '1 day',
    table: { actions: [] },
    changesSigningKeys: true,
  },
  approveCommissions: {
    file: 'schedules/approve-due.ts',
    description: 'Approve commissions whose hold is over, hold those of banned creators',
    every: '1 hour',
    // As long as a function may take: what is left when it is over waits for an hour.
    timeoutMinutes: 15,
    table: { actions: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem'], indexes: ['byStatus'] },
  },
} as const satisfies Record<string, ScheduledFunction>;

const unitsInMilliseconds = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

/** `15 minutes` → 900000. */
export function millisecondsOf(every: string): number {
  const [, count, unit] = /^(\d+) (minute|hour|day)s?$/.exec(every) ?? [];
  const found = Object.entries(unitsInMilliseconds).find(([name]) => name === unit);
  if (found === undefined) throw new Error(`Not a rate: ${every}`);
  return Number(count) * found[1];
}
