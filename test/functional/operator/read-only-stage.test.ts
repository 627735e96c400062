// Tests that a restore of a brand asks the deployed stage whether it refuses changes.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { requireReadOnly } from '#infra/operator/read-only-stage.ts';
import { basePath } from '#lib/foundation/contract/route.ts';
import { environment } from '#lib/foundation/shared/environment.ts';
import { send } from '#test/support/service.ts';

let server: Server | undefined;

afterEach(() => {
  Object.assign(environment, { WRITES: 'on' });
  server?.close();
});

/** Starts a server with the answers of the service. Returns its address. */
async function startService(): Promise<string> {
  server = createServer(async ({ method = '', url = '' }, response) => {
    const { status, text } = await send(method, url.slice(basePath.length));
    response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}${basePath}`;
}

test('a stage that refuses changes is accepted, and one that accepts them is refused', async () => {
  const apiUrl = await startService();
  await expect(requireReadOnly(apiUrl)).rejects.toThrow(
    'The stage accepts changes (it answered token_missing): write readOnly: true into its entry in infra/stage.ts',
  );
  Object.assign(environment, { WRITES: 'off' });
  await requireReadOnly(apiUrl);
});

test('an address that does not answer like the service is refused', async () => {
  const apiUrl = await startService();
  server?.close();
  await expect(requireReadOnly(apiUrl)).rejects.toThrow(
    /^--api-url: http.* did not answer like this service .*pass the output ApiUrl of the stage, which ends with \/v1$/,
  );
});
