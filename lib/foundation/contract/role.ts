// Defines the roles of a brand's users.
import * as z from 'zod';

export const role = z.enum(['admin', 'member']).meta({
  description:
    '`admin` reads and writes all data of the brand. `member` reads all data and writes campaigns and creators.',
});
export type Role = z.output<typeof role>;

/** A creator of the brand, who signs in to the portal, reads only the own data and is no user. */
export const creatorRole = 'creator';
export type CallerRole = Role | typeof creatorRole;
