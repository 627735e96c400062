import { presentExport } from '#lib/exports/present/export.ts';
import { exports } from '#lib/exports/routes.ts';
import { prepareRetry } from '#lib/exports/store/retry.ts';
import { idempotentEndpoint } from '#lib/http/idempotent-endpoint.ts';

export const handler = idempotentEndpoint(exports.retry, async ({ caller, params, now }) => {
  const { after, writes } = await prepareRetry(caller.brand.id, params.id);
  return { answer: presentExport(after, now), writes };
});
