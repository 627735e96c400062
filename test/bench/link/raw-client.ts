// The floor: node:http over connections that are kept, sending bytes that are there already.
import { Agent, request } from 'node:http';

/** Sends the same request again and again; resolves when its answer is there whole. */
export function rawClient(
  address: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): () => Promise<string> {
  const { hostname, port } = new URL(address);
  const options = {
    hostname,
    port,
    method: 'POST',
    path: '/',
    agent: new Agent({ keepAlive: true }),
    headers,
  };
  return () =>
    new Promise((resolve, reject) => {
      const outgoing = request(options, (incoming) => {
        let text = '';
        incoming
          .setEncoding('utf8')
          .on('data', (chunk: string) => {
            text += chunk;
          })
          .on('end', () => resolve(text))
          .on('error', reject);
      });
      outgoing.on('error', reject);
      outgoing.end(body);
    });
}
