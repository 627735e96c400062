import { presentDetails } from '#lib/outlets/imports/present.ts';
import { imports } from '#lib/outlets/imports/routes.ts';
import { readFile, textOf } from '#lib/outlets/imports/rules/file.ts';
import { newImport } from '#lib/outlets/imports/rules/import.ts';
import { writeImportFile } from '#lib/outlets/imports/store/files.ts';
import { addImport } from '#lib/outlets/imports/writes.ts';
import { idempotentEndpoint } from '#lib/surface/http/idempotent-endpoint.ts';

export const handler = idempotentEndpoint(imports.create, async ({ caller, body, now }) => {
  const file = readFile(textOf(body.csv, body.encoding ?? 'text'));
  const created = newImport(body, caller.brand.id, file, now);
  await writeImportFile(created, file);
  return { answer: presentDetails(created, file), writes: [addImport(created)] };
});
