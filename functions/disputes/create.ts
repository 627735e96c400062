import { presentDispute } from '#lib/money/disputes/present.ts';
import { disputes } from '#lib/money/disputes/routes.ts';
import { newDispute } from '#lib/money/disputes/rules/dispute.ts';
import { prefetchDisputed, withOrder } from '#lib/money/disputes/rules/subject.ts';
import { openDispute } from '#lib/money/disputes/writes.ts';
import { idempotentEndpoint } from '#lib/surface/http/idempotent-endpoint.ts';

export const handler = idempotentEndpoint(
  disputes.create,
  ({ caller: { brand }, body, prefetched: { commission }, now }) => {
    const dispute = newDispute(brand.id, withOrder(body, commission), now);
    return { answer: presentDispute(dispute), writes: openDispute(dispute) };
  },
  { prefetch: prefetchDisputed },
);
