import { presentExport } from '#lib/outlets/exports/present/export.ts';
import { exports } from '#lib/outlets/exports/routes.ts';
import { listExports } from '#lib/outlets/exports/store/exports.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(exports.list, async ({ caller, page, receivedAt }) => {
  const found = await listExports(caller.brand.id, page);
  return { ...found, items: found.items.map((one) => presentExport(one, receivedAt)) };
});
