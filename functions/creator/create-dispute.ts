import { presentOwnDispute } from '#lib/money/disputes/present.ts';
import { creator } from '#lib/money/disputes/routes.ts';
import { newDispute } from '#lib/money/disputes/rules/dispute.ts';
import { prefetchDisputed, withOrder } from '#lib/money/disputes/rules/subject.ts';
import { openDispute } from '#lib/money/disputes/writes.ts';
import { authenticateCreator } from '#lib/surface/http/authenticate-creator.ts';
import { idempotentEndpoint } from '#lib/surface/http/idempotent-endpoint.ts';

export const handler = idempotentEndpoint(
  creator.createDispute,
  ({ caller: { brand, affiliateId }, body, prefetched: { commission }, now }) => {
    const dispute = newDispute(brand.id, withOrder({ ...body, affiliateId }, commission), now);
    return { answer: presentOwnDispute(dispute), writes: openDispute(dispute, true) };
  },
  { authenticate: authenticateCreator, prefetch: prefetchDisputed },
);
