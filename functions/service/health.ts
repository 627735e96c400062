import { linkEnvironment } from '#lib/foundation/shared/link-environment.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';
import { service } from '#lib/surface/service/routes.ts';
import { checkTable } from '#lib/surface/service/store.ts';

export const handler = endpoint(service.health, async () => {
  await checkTable();
  return { status: 'ok' as const, commit: linkEnvironment.COMMIT };
});
