// Defines the stored settings of a brand's portal. Separate, because every function loads it.
import * as z from 'zod';

export const applicationModes = ['closed', 'review', 'autoAccept'] as const;

export const storedPortal = z.object({
  enabled: z.boolean(),
  applications: z.enum(applicationModes),
  logoUrl: z.string().nullable(),
  color: z.string().nullable(),
});
export type PortalSettings = z.output<typeof storedPortal>;
