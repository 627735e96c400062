import { grantOf } from '#lib/access/auth/rules/caller.ts';
import { presentExport } from '#lib/outlets/exports/present/export.ts';
import { exports } from '#lib/outlets/exports/routes.ts';
import { requireExportAccess } from '#lib/outlets/exports/rules/access.ts';
import { checkFilters, newExport } from '#lib/outlets/exports/rules/export.ts';
import { prefetchInProgress, takePlace } from '#lib/outlets/exports/store/in-progress.ts';
import { addExport } from '#lib/outlets/exports/writes.ts';
import { idempotentEndpoint } from '#lib/surface/http/idempotent-endpoint.ts';

export const handler = idempotentEndpoint(
  exports.create,
  async ({ caller, body, now, prefetched: listed }) => {
    const { brand } = caller;
    requireExportAccess(body.resource, { brand, scopes: grantOf(caller).scopes });
    checkFilters(body, now);
    const created = newExport(body, brand, now);
    const place = await takePlace(created, listed);
    return { answer: presentExport(created, now), writes: [addExport(created), place] };
  },
  { prefetch: prefetchInProgress },
);
