import { endpoint } from '#lib/http/endpoint.ts';
import { service } from '#lib/service/routes.ts';
import { checkTable } from '#lib/service/store.ts';

export const handler = endpoint(service.health, async () => {
  await checkTable();
  return { status: 'ok' as const };
});
