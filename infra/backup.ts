import * as z from 'zod';

const vaultPattern =
  /^arn:aws[a-z-]*:backup:(?<region>[a-z0-9-]+):(?<account>\d{12}):backup-vault:(?<name>[\w-]{2,50})$/;

/** Returns the `region`, `account` and `name` of a vault. */
export const vaultOf = (arn: string): Readonly<Record<string, string>> =>
  vaultPattern.exec(arn)?.groups ?? {};

/** Each day is a full copy of the table, so few are kept. Older states come from point-in-time recovery. docs/decisions/0116 */
export const backupDays = { local: 2, copies: 7 } as const;

export const backup = z.strictObject({
  /** The vault in another account and region that receives a copy of each backup. */
  copyTo: z.string().regex(vaultPattern, {
    error: ({ input }) =>
      `${JSON.stringify(input)} is not a backup vault: use arn:aws:backup:<region>:<account>:backup-vault:<name>`,
  }),
});

export type Backup = z.output<typeof backup>;
