// Sends requests with node:http, keep-alive connections and a prepared body, as the baseline of the link benchmark.
import { Agent, request } from 'node:http';

/** Returns a function that sends the same request each time and resolves with the whole response. */
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
