// Opens and closes disputes.
import { newAnnotations } from '#lib/foundation/shared/annotations.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import { checkTransition } from '#lib/foundation/shared/transitions.ts';
import type { Dispute, DisputeStatus } from '#lib/money/disputes/schema/dispute.ts';
import type { DisputeInput } from '#lib/money/disputes/schema/endpoints.ts';

const transitions = {
  open: ['accepted', 'rejected', 'withdrawn'],
  accepted: [],
  rejected: [],
  withdrawn: [],
} as const satisfies Record<DisputeStatus, readonly DisputeStatus[]>;

export function newDispute(brandId: string, input: DisputeInput, now: Date): Dispute {
  const { affiliateId, kind, orderId = null, conversionId = null, commissionId = null, message } = input;
  return {
    id: newId('dispute', now),
    brandId,
    affiliateId,
    kind,
    orderId,
    conversionId,
    commissionId,
    message,
    status: 'open',
    reason: null,
    resolution: null,
    decidedBy: null,
    decidedAt: null,
    ...newAnnotations(input),
    createdAt: now.toISOString(),
    revision: 0,
  };
}

export interface Closing {
  readonly status: Exclude<DisputeStatus, 'open'>;
  readonly reason: string | null;
  readonly resolution?: Dispute['resolution'];
  /** The caller is null for an erasure of the creator. */
  readonly decidedBy: string | null;
}

/** Returns the same object for a repeated decision, so that the caller writes nothing. */
export function closed(before: Dispute, closing: Closing, now: Date): Dispute {
  checkTransition('dispute', transitions, before.status, closing.status);
  if (before.status === closing.status) return before;
  return { ...before, resolution: null, ...closing, decidedAt: now.toISOString() };
}
