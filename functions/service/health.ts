import { endpoint } from '#lib/http/endpoint.ts';
import { service } from '#lib/service/routes.ts';
import { probeTable } from '#lib/table/probe.ts';

export const handler = endpoint(service.health, async () => {
  await probeTable();
  return { status: 'ok' as const };
});
