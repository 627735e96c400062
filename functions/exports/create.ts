import { grantOf } from '#lib/auth/rules/caller.ts';
import { presentExport } from '#lib/exports/present/export.ts';
import { exports } from '#lib/exports/routes.ts';
import { requireExportAccess } from '#lib/exports/rules/access.ts';
import { checkFilters, newExport } from '#lib/exports/rules/export.ts';
import { prefetchInProgress, takePlace } from '#lib/exports/store/in-progress.ts';
import { addExport } from '#lib/exports/writes.ts';
import { idempotentEndpoint } from '#lib/http/idempotent-endpoint.ts';

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
