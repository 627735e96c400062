import { presentDetails, presentReport } from '#lib/outlets/imports/present.ts';
import { imports } from '#lib/outlets/imports/routes.ts';
import { findFile, getImport, readResults, requireFile } from '#lib/outlets/imports/store/imports.ts';
import { csv } from '#lib/surface/http/csv-file.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(imports.get, async ({ caller, params, query, now }) => {
  const found = await getImport(caller.brand.id, params.id.id);
  if (!params.id.isCsv) return presentDetails(found, await findFile(found, now));
  const file = await requireFile(found, now);
  return csv(presentReport(found, file, await readResults(found), query));
});
