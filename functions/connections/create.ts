import { paymentSecret } from '#lib/money/payment-details/store/key.ts';
import { presentConnectionWith } from '#lib/shops/connections/present.ts';
import { connections } from '#lib/shops/connections/routes.ts';
import { newConnection } from '#lib/shops/connections/rules/connection.ts';
import { addConnection } from '#lib/shops/connections/writes.ts';
import { idempotentEndpoint } from '#lib/surface/http/idempotent-endpoint.ts';

export const handler = idempotentEndpoint(connections.create, async ({ caller: { brand }, body, now }) => {
  const connection = newConnection(brand.id, body, await paymentSecret(), now);
  return { answer: presentConnectionWith(connection), writes: addConnection(connection) };
});
