// Converts a stored dispute to its API representation.
import type * as z from 'zod';
import { annotationsOf } from '#lib/foundation/shared/annotations.ts';
import type { Dispute } from './schema/dispute.ts';
import type { disputeAnswer, ownDisputeAnswer } from './schema/endpoints.ts';

export const presentDispute = (dispute: Dispute): z.input<typeof disputeAnswer> => ({
  id: dispute.id,
  affiliateId: dispute.affiliateId,
  kind: dispute.kind,
  orderId: dispute.orderId,
  conversionId: dispute.conversionId,
  commissionId: dispute.commissionId,
  message: dispute.message,
  status: dispute.status,
  reason: dispute.reason,
  resolution: dispute.resolution,
  decidedBy: dispute.decidedBy,
  decidedAt: dispute.decidedAt,
  ...annotationsOf(dispute),
  createdAt: dispute.createdAt,
});

export const presentOwnDispute = (dispute: Dispute): z.input<typeof ownDisputeAnswer> => ({
  id: dispute.id,
  kind: dispute.kind,
  orderId: dispute.orderId,
  commissionId: dispute.commissionId,
  message: dispute.message,
  status: dispute.status,
  reason: dispute.reason,
  decidedAt: dispute.decidedAt,
  createdAt: dispute.createdAt,
});
