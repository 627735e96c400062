import { presentConnectionWith } from '#lib/shops/connections/present.ts';
import { connections } from '#lib/shops/connections/routes.ts';
import { getConnection } from '#lib/shops/connections/store/connections.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(connections.get, async ({ caller, params }) => {
  const { connection, activity } = await getConnection(caller.brand.id, params.id);
  return presentConnectionWith(connection, activity);
});
