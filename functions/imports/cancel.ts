import { presentImport } from '#lib/outlets/imports/present.ts';
import { imports } from '#lib/outlets/imports/routes.ts';
import { canceled } from '#lib/outlets/imports/rules/import.ts';
import { updateImport } from '#lib/outlets/imports/store/imports.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(imports.cancel, async ({ caller, params }) =>
  presentImport(await updateImport(caller.brand.id, params.id, canceled)),
);
