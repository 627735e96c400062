// Converts a bulk decision to its API representation.
import type * as z from 'zod';
import type { Decision, decisionAnswer } from './schema.ts';

export const presentDecision = (found: Decision): z.input<typeof decisionAnswer> => ({
  id: found.id,
  decision: found.decision,
  filter: found.filter,
  reason: found.reason,
  status: found.status,
  matched: found.matched,
  decided: found.decided,
  skipped: found.skipped,
  failed: found.failed,
  errors: found.errors,
  requestedBy: found.actor.id,
  createdAt: found.createdAt,
  completedAt: found.completedAt,
});
