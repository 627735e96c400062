// Converts erasures to their API representation.
import type * as z from 'zod';
import type { Erasure, erasureAnswer } from '#lib/care/privacy/schema/erasure.ts';

export const presentErasure = ({
  id,
  subject,
  affiliateId,
  customerId,
  phase,
  createdAt,
  completedAt,
}: Erasure): z.input<typeof erasureAnswer> => ({
  id,
  subject,
  affiliateId,
  customerId,
  status: phase === 'done' ? 'completed' : 'processing',
  createdAt,
  completedAt,
});
