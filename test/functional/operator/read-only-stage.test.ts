// Tests that a restore of a brand asks the deployed stage whether it refuses changes.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { Domains } from '#infra/operator/command.ts';
import { requireReadOnly } from '#infra/operator/read-only-stage.ts';
import { restoreCommands } from '#infra/operator/restore-commands.ts';
import { basePath } from '#lib/foundation/contract/route.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { environment } from '#lib/foundation/shared/environment.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
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

test('a restore is refused if the stage accepts changes again while its table is restored', async () => {
  const apiUrl = await startService();
  Object.assign(environment, { WRITES: 'off' });
  const steps: string[] = [];
  const domains = {
    stage: { isLocal: false, isReadOnly: true },
    trail: { recordCommand: async () => {} },
    getBrand: async () => ({ name: 'Acme' }),
    restoreTable: async () => {
      steps.push('table');
      Object.assign(environment, { WRITES: 'on' });
      return 'restored';
    },
    recovery: { restoreBrand: async () => steps.push('brand') },
    now,
  } as unknown as Domains;
  const [command] = restoreCommands;
  const brand = newId('brand', now());
  const run = command.prepare({ brand, at: '2026-11-21T09:59:00Z', apply: 'yes', apiUrl });
  await expect(run(domains)).rejects.toThrow('The stage accepts changes (it answered token_missing)');
  expect(steps).toEqual(['table']);
});
