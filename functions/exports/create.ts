import { presentExport } from '#lib/exports/present/export.ts';
import { exports } from '#lib/exports/routes.ts';
import { newExport } from '#lib/exports/rules/export.ts';
import { addExport } from '#lib/exports/writes.ts';
import { idempotentEndpoint } from '#lib/http/idempotent-endpoint.ts';

export const handler = idempotentEndpoint(exports.create, ({ caller: { brand }, body, now }) => {
  const created = newExport(body, brand, now);
  return Promise.resolve({ answer: presentExport(created, now), writes: [addExport(created)] });
});
