// Converts a stored finding to its API representation.
import type * as z from 'zod';
import type { findingAnswer } from './schema/endpoints.ts';
import type { FraudFinding } from './schema/finding.ts';

export const presentFinding = (finding: FraudFinding): z.input<typeof findingAnswer> => ({
  id: finding.id,
  type: finding.orderId === null ? 'creator' : 'order',
  affiliateId: finding.affiliateId,
  orderId: finding.orderId,
  conversionId: finding.conversionId,
  commissionId: finding.commissionId,
  hits: finding.hits,
  status: finding.status,
  note: finding.note,
  decidedBy: finding.decidedBy,
  decidedAt: finding.decidedAt,
  createdAt: finding.createdAt,
});
