import { actorOf } from '#lib/access/auth/rules/caller.ts';
import { presentImport } from '#lib/outlets/imports/present.ts';
import { imports } from '#lib/outlets/imports/routes.ts';
import { fileDeleted, hasFile, started } from '#lib/outlets/imports/rules/import.ts';
import { requireImportScopes } from '#lib/outlets/imports/rules/scopes.ts';
import { getImport } from '#lib/outlets/imports/store/imports.ts';
import { startImport } from '#lib/outlets/imports/writes.ts';
import { idempotentEndpoint } from '#lib/surface/http/idempotent-endpoint.ts';

export const handler = idempotentEndpoint(imports.start, async (request) => {
  const { caller, params, body, requestId, now } = request;
  const before = await getImport(caller.brand.id, params.id);
  requireImportScopes(caller, before);
  if (!hasFile(before, now)) throw fileDeleted();
  const after = started(before, body, { ...actorOf(caller), requestId });
  return { answer: presentImport(after), writes: startImport(before, after, now) };
});
