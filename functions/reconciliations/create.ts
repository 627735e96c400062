import { actorOf } from '#lib/access/auth/rules/caller.ts';
import { readFile, textOf } from '#lib/outlets/imports/rules/file.ts';
import { presentReconciliation } from '#lib/shops/comparisons/present.ts';
import { reconciliations } from '#lib/shops/comparisons/routes.ts';
import { fileLimits } from '#lib/shops/comparisons/rules/limits.ts';
import { readExport } from '#lib/shops/comparisons/rules/read-export.ts';
import { newReconciliation } from '#lib/shops/comparisons/rules/reconciliation.ts';
import { writeOrders } from '#lib/shops/comparisons/store/files.ts';
import { requireConnection } from '#lib/shops/comparisons/store/reconciliations.ts';
import { addReconciliation } from '#lib/shops/comparisons/writes.ts';
import { idempotentEndpoint } from '#lib/surface/http/idempotent-endpoint.ts';

export const handler = idempotentEndpoint(reconciliations.create, async (request) => {
  const { caller, params, body, requestId, now } = request;
  const { id: brandId, currency } = caller.brand;
  const connection = await requireConnection(brandId, params.id);
  const file = readFile(textOf(body.csv, body.encoding ?? 'text'), fileLimits);
  const read = readExport(file, { format: body.format, settings: connection.settings, currency });
  const by = { actor: { ...actorOf(caller), requestId }, now };
  const created = newReconciliation(body, connection, read, by);
  await writeOrders(created, read.orders);
  return { answer: presentReconciliation(created), writes: [addReconciliation(created)] };
});
