import { presentExport } from '#lib/exports/present/export.ts';
import { exports } from '#lib/exports/routes.ts';
import { getExport, urlOf } from '#lib/exports/store/exports.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { now } from '#lib/shared/clock.ts';

export const handler = endpoint(exports.get, async ({ caller, params }) => {
  const found = await getExport(caller.brand.id, params.id);
  return { ...presentExport(found, now()), url: await urlOf(found, now()) };
});
