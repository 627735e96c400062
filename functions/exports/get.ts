import { grantOf } from '#lib/auth/rules/caller.ts';
import { presentExport } from '#lib/exports/present/export.ts';
import { exports } from '#lib/exports/routes.ts';
import { requireExportAccess } from '#lib/exports/rules/access.ts';
import { getExport, urlOf } from '#lib/exports/store/exports.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const handler = endpoint(exports.get, async ({ caller, params, receivedAt }) => {
  const { brand } = caller;
  const found = await getExport(brand.id, params.id);
  requireExportAccess(found.resource, { brand, scopes: grantOf(caller).scopes });
  return { ...presentExport(found, receivedAt), url: await urlOf(found, receivedAt) };
});
