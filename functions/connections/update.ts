import { paymentSecret } from '#lib/money/payment-details/store/key.ts';
import { presentConnectionWith } from '#lib/shops/connections/present.ts';
import { connections } from '#lib/shops/connections/routes.ts';
import { changedConnection } from '#lib/shops/connections/rules/connection.ts';
import { updateConnection } from '#lib/shops/connections/store/connections.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(connections.update, async ({ caller, params, body, now }) => {
  const key = await paymentSecret();
  const { connection, activity } = await updateConnection(caller.brand.id, params.id, (before) =>
    changedConnection(before, body, key, now),
  );
  return presentConnectionWith(connection, activity);
});
