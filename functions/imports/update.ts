import { presentDetails } from '#lib/outlets/imports/present.ts';
import { imports } from '#lib/outlets/imports/routes.ts';
import { withColumns } from '#lib/outlets/imports/rules/import.ts';
import { findFile, updateImport } from '#lib/outlets/imports/store/imports.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(imports.update, async ({ caller, params, body, now }) => {
  const { id: brandId } = caller.brand;
  const changed = await updateImport(brandId, params.id, (before) => withColumns(before, body.columns));
  return presentDetails(changed, await findFile(changed, now));
});
