// Before each test file: a table of its own, keys of its own, and the environment that names them.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { stopEngine } from '#infra/local/engine.ts';
import { onDynamoDbLocal, startDynamoDbLocal } from './dynamodb-local.ts';

// An engine of its own too: DynamoDB Local takes 4 ms for a write, and 100 once a few files' changes are in its streams.
if (onDynamoDbLocal) {
  const engine = await startDynamoDbLocal();
  process.env.DYNAMODB_ENDPOINT = engine.endpoint;
  afterAll(() => stopEngine(engine));
}
process.env.TABLE_NAME = `test-${randomUUID()}`;
// A machine that runs many tests at once is slow: whoever tests what happens in time says so.
process.env.LINK_TABLE_MILLISECONDS ??= '5000';
const folder = mkdtempSync(join(tmpdir(), 'creator-affiliate-'));
process.env.SIGNING_KEYS_FILE = join(folder, 'signing-keys.json');
process.env.DEAD_LETTERS_FILE = join(folder, 'dead-letters.jsonl');

// The modules read the environment when they are loaded, so they are loaded after it is set.
const { newSigningKey } = await import('#lib/auth/store/signing-keys.ts');
writeFileSync(process.env.SIGNING_KEYS_FILE, JSON.stringify({ keys: [newSigningKey()] }));

const { rawClient } = await import('#lib/table/client.ts');
const { prepareTable } = await import('#infra/local/table.ts');
await prepareTable(rawClient, process.env.TABLE_NAME);
