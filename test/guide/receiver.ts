// Receives webhooks, checks their signatures and prints them: `WEBHOOK_SECRET=whsec_… npm run example:receiver`. With `EVENTS=1`, it
// ends after one event.
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

const { WEBHOOK_SECRET: secret = '', PORT: port = '4000', EVENTS: wanted = 'Infinity' } = process.env;
const webhook = new Webhook(secret);
/** A real receiver stores the ids for some days, because an event can arrive again after a restart. */
const seen = new Set<string>();

interface Event {
  readonly id: string;
  readonly type: string;
  readonly resourceId: string;
  readonly data: { readonly orderId?: string; readonly amount?: number };
}

function handle({ id, type, resourceId, data: { orderId, amount } }: Event): void {
  if (seen.has(id)) return;
  seen.add(id);
  process.stdout.write(
    `${[type, resourceId, orderId, amount].filter((one) => one !== undefined).join(' ')}\n`,
  );
}

const server = createServer(async (request, response) => {
  try {
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    handle(webhook.verify(await text(request), headers) as Event);
    response.writeHead(204).end();
    if (seen.size >= Number(wanted)) server.close();
  } catch {
    response.writeHead(400).end('The signature is wrong.\n');
  }
});
server.listen(Number(port), '127.0.0.1', () =>
  process.stdout.write(`Waiting for events at http://localhost:${port}\n`),
);
