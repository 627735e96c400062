import { grantOf } from '#lib/auth/rules/caller.ts';
import { presentExport } from '#lib/exports/present/export.ts';
import { exports } from '#lib/exports/routes.ts';
import { requireExportAccess } from '#lib/exports/rules/access.ts';
import { prepareRetry } from '#lib/exports/store/retry.ts';
import { idempotentEndpoint } from '#lib/http/idempotent-endpoint.ts';

export const handler = idempotentEndpoint(exports.retry, async ({ caller, params, now }) => {
  const { after, writes } = await prepareRetry(caller.brand.id, params.id);
  requireExportAccess(after.resource, { brand: caller.brand, scopes: grantOf(caller).scopes });
  return { answer: presentExport(after, now), writes };
});
