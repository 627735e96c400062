import { presentImport } from '#lib/outlets/imports/present.ts';
import { imports } from '#lib/outlets/imports/routes.ts';
import { cancelImport } from '#lib/outlets/imports/store/imports.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(imports.cancel, async ({ caller, params, now }) =>
  presentImport(await cancelImport(caller.brand.id, params.id, now)),
);
