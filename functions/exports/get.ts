import { grantOf } from '#lib/access/auth/rules/caller.ts';
import { presentExport } from '#lib/outlets/exports/present/export.ts';
import { exports } from '#lib/outlets/exports/routes.ts';
import { requireExportAccess } from '#lib/outlets/exports/rules/access.ts';
import { getExport, urlOf } from '#lib/outlets/exports/store/exports.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(exports.get, async ({ caller, params, receivedAt }) => {
  const { brand } = caller;
  const found = await getExport(brand.id, params.id);
  requireExportAccess(found.resource, { brand, scopes: grantOf(caller).scopes });
  return { ...presentExport(found, receivedAt), url: await urlOf(found, receivedAt) };
});
