import { grantOf } from '#lib/access/auth/rules/caller.ts';
import { presentExport } from '#lib/outlets/exports/present/export.ts';
import { exports } from '#lib/outlets/exports/routes.ts';
import { requireExportAccess } from '#lib/outlets/exports/rules/access.ts';
import { prefetchInProgress, takePlace } from '#lib/outlets/exports/store/in-progress.ts';
import { prepareRetry } from '#lib/outlets/exports/store/retry.ts';
import { idempotentEndpoint } from '#lib/surface/http/idempotent-endpoint.ts';

export const handler = idempotentEndpoint(
  exports.retry,
  async ({ caller, params, now, prefetched: listed }) => {
    const { brand } = caller;
    const { after, change } = await prepareRetry(brand.id, params.id, now);
    requireExportAccess(after.resource, { brand, scopes: grantOf(caller).scopes });
    const place = await takePlace(after, listed);
    return { answer: presentExport(after, now), writes: [change, place] };
  },
  { prefetch: prefetchInProgress },
);
