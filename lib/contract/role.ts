// The roles of a brand's users.
import * as z from 'zod';

export const role = z.enum(['admin', 'member']).meta({
  description:
    'admin: read and write on all brand data; member: read on all data, write on campaigns and creators',
});
export type Role = z.output<typeof role>;
