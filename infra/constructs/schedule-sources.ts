import type { TableAccess } from '#lib/foundation/contract/route.ts';

export interface ScheduledFunction {
  readonly file: string;
  readonly description: string;
  /** An EventBridge Scheduler rate such as `1 day`. The first interval starts at the deployment. */
  readonly every: string;
  readonly timeoutMinutes?: number;
  readonly table: TableAccess;
  readonly changesSigningKeys?: boolean;
}

/** Each of these functions must be idempotent, because Scheduler delivers at least once and Lambda retries. */
export const scheduledFunctions = {
  rotateSigningKeys: {
    file: 'schedules/rotate-keys.ts',
    description: 'Publish the next signing key when it is due, and remove expired keys',
    every: '1 day',
    table: { actions: ['UpdateItem'], guarded: { signingKeys: 'write' } },
    changesSigningKeys: true,
  },
  approveCommissions: {
    file: 'schedules/approve-due.ts',
    description:
      'Approve commissions whose hold period has ended, hold those of banned creators, and settle months',
    every: '1 hour',
    // Lambda allows at most 15 minutes. The next run continues with the remaining commissions.
    timeoutMinutes: 15,
    table: {
      actions: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem'],
      indexes: ['byStatus', 'byAffiliate'],
    },
  },
  mailDigests: {
    file: 'schedules/mail-digests.ts',
    description: 'Queue the daily e-mails about orders to creators',
    every: '1 hour',
    timeoutMinutes: 15,
    table: { actions: ['GetItem', 'Query', 'UpdateItem'] },
  },
  digestAudit: {
    file: 'schedules/digest-audit.ts',
    description: 'Chain the entries of the audit trail of each day that has ended',
    every: '1 hour',
    timeoutMinutes: 15,
    table: { actions: ['Query', 'PutItem'] },
  },
} as const satisfies Record<string, ScheduledFunction>;

const unitsInMilliseconds = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

export function millisecondsOf(every: string): number {
  const [, count, unit] = /^(\d+) (minute|hour|day)s?$/.exec(every) ?? [];
  const found = Object.entries(unitsInMilliseconds).find(([name]) => name === unit);
  if (found === undefined) throw new Error(`Invalid rate: ${every}. Use a rate such as 15 minutes`);
  return Number(count) * found[1];
}
