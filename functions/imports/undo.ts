import { actorOf } from '#lib/access/auth/rules/caller.ts';
import { presentImport } from '#lib/outlets/imports/present.ts';
import { imports } from '#lib/outlets/imports/routes.ts';
import { requireImportScopes } from '#lib/outlets/imports/rules/scopes.ts';
import { undoStarted } from '#lib/outlets/imports/rules/undo.ts';
import { getImport } from '#lib/outlets/imports/store/imports.ts';
import { startUndo } from '#lib/outlets/imports/writes.ts';
import { idempotentEndpoint } from '#lib/surface/http/idempotent-endpoint.ts';

export const handler = idempotentEndpoint(imports.undo, async ({ caller, params, requestId, now }) => {
  const before = await getImport(caller.brand.id, params.id);
  requireImportScopes(caller, before);
  const after = undoStarted(before, { ...actorOf(caller), requestId }, now);
  return { answer: presentImport(after), writes: startUndo(before, after, now) };
});
