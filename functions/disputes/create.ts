import { presentDispute } from '#lib/money/disputes/present.ts';
import { disputes } from '#lib/money/disputes/routes.ts';
import { newDispute } from '#lib/money/disputes/rules/dispute.ts';
import { openDispute } from '#lib/money/disputes/writes.ts';
import { idempotentEndpoint } from '#lib/surface/http/idempotent-endpoint.ts';

export const handler = idempotentEndpoint(disputes.create, ({ caller: { brand }, body, now }) => {
  const dispute = newDispute(brand.id, body, now);
  return { answer: presentDispute(dispute), writes: openDispute(dispute) };
});
