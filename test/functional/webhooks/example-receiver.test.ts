// Tests the example receiver as a process.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '#infra/local/engine.ts';
import { newSecret, signatureHeaders } from '#lib/outlets/webhooks/rules/signature.ts';

const secret = newSecret();
const body = JSON.stringify({
  id: 'evt_1',
  type: 'conversion.recorded',
  resourceId: 'cnv_1',
  data: { orderId: 'order-1041', amount: 49.9 },
});

let url: string;
let printed = '';
let receiver: ReturnType<typeof spawn>;

beforeAll(async () => {
  const port = await freePort();
  url = `http://127.0.0.1:${port}/`;
  receiver = spawn(process.execPath, ['test/guide/receiver.ts'], {
    env: { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  receiver.stdout?.on('data', (chunk: Buffer) => {
    printed += chunk;
  });
  if (receiver.stdout !== null) await once(receiver.stdout, 'data');
});
afterAll(() => receiver.kill());

const deliver = async (signedWith: string): Promise<number> => {
  const headers = signatureHeaders({ id: 'evt_1', at: new Date(), body, secrets: [signedWith] });
  return (await fetch(url, { method: 'POST', headers, body })).status;
};

test('the example receiver prints an event once, and refuses a wrong signature', async () => {
  expect(await deliver(newSecret())).toBe(400);
  expect(await deliver(secret)).toBe(204);
  expect(await deliver(secret)).toBe(204);
  const lines = printed.trim().split('\n').slice(1);
  expect(lines).toEqual(['conversion.recorded cnv_1 order-1041 49.9']);
});
