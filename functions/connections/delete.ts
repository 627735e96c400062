import { connections } from '#lib/shops/connections/routes.ts';
import { deleteConnection } from '#lib/shops/connections/store/connections.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(connections.delete, ({ caller, params }) =>
  deleteConnection(caller.brand.id, params.id),
);
