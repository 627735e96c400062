import * as z from 'zod';

const vaultPattern =
  /^arn:aws[a-z-]*:backup:[a-z0-9-]+:(?<account>\d{12}):backup-vault:(?<name>[\w-]{2,50})$/;

export const accountOfVault = (arn: string): string | undefined => vaultPattern.exec(arn)?.groups?.account;

export const nameOfVault = (arn: string): string => vaultPattern.exec(arn)?.groups?.name ?? '';

export const backup = z.strictObject({
  /** The vault in another account that receives a copy of each backup. */
  copyTo: z.string().regex(vaultPattern, {
    error: ({ input }) =>
      `${JSON.stringify(input)} is not a backup vault: use arn:aws:backup:<region>:<account>:backup-vault:<name>`,
  }),
  /** Backups and their copies are deleted after this many days. */
  keepDays: z.int().min(7).max(3650),
});

export type Backup = z.output<typeof backup>;
