import { paymentSecret } from '#lib/money/payment-details/store/key.ts';
import { adapters } from '#lib/shops/adapters/adapters.ts';
import { connections } from '#lib/shops/connections/routes.ts';
import { receiveMessage } from '#lib/shops/connections/store/receive.ts';
import { endpoint, type Handler } from '#lib/surface/http/endpoint.ts';

/** The signature is over the bytes of the body, so the body is not parsed before it is verified. */
export const handler: Handler = ({ body = '', isBase64Encoded, ...event }, context) => {
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  const handle = endpoint(connections.receive, async ({ params, sourceIp, now }) => {
    const sent = { headers: event.headers, body: bytes };
    await receiveMessage(params.id, sent, { adapters, key: await paymentSecret(), sourceIp, now });
    return { received: true as const };
  });
  return handle({ ...event, isBase64Encoded: false }, context);
};
