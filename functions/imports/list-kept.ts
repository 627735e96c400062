import { presentKept } from '#lib/outlets/imports/present.ts';
import { imports } from '#lib/outlets/imports/routes.ts';
import { getImport } from '#lib/outlets/imports/store/imports.ts';
import { listKept } from '#lib/outlets/imports/store/kept.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(imports.listKept, async ({ caller: { brand }, params, query, now }) =>
  presentKept(await listKept(await getImport(brand.id, params.id), query.after, { brand, now })),
);
