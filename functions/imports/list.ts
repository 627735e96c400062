import { presentImport } from '#lib/outlets/imports/present.ts';
import { imports } from '#lib/outlets/imports/routes.ts';
import { listImports } from '#lib/outlets/imports/store/imports.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(imports.list, async ({ caller, page }) => {
  const found = await listImports(caller.brand.id, page);
  return { ...found, items: found.items.map(presentImport) };
});
