// Defines the stored items that become entries of the audit trail.
import * as z from 'zod';
import { auditTypes, type EntryType } from '#lib/foundation/contract/event-types.ts';

const types = Object.keys(auditTypes) as [EntryType, ...EntryType[]];

export const storedAuditEntry = z.object({
  entryType: z.enum(types),
  resourceId: z.string(),
  data: z.record(z.string(), z.unknown()),
});
