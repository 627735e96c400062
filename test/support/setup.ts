// Before each test file: an empty table, signing keys, and the environment that names them.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { stopEngine } from '#infra/local/engine.ts';
import { deleteStreamRecords } from './delete-stream-records.ts';
import { onDynamoDbLocal, startDynamoDbLocal } from './dynamodb-local.ts';

// An engine of its own too: DynamoDB Local takes 4 ms for a write, and 100 once a few files' changes are in its streams.
if (onDynamoDbLocal) {
  const engine = await startDynamoDbLocal();
  process.env.DYNAMODB_ENDPOINT = engine.endpoint;
  afterAll(() => stopEngine(engine));
}

/** The name of this worker's table. Test files that share their modules share it, because the modules have read it. */
const existing = process.env.TABLE_NAME;
const tableName = existing ?? `test-${randomUUID()}`;

if (existing === undefined) {
  const folder = mkdtempSync(join(tmpdir(), 'creator-affiliate-'));
  Object.assign(process.env, {
    TABLE_NAME: tableName,
    // A busy machine may answer late. Tests of the real limit set it.
    LINK_TABLE_MILLISECONDS: process.env.LINK_TABLE_MILLISECONDS ?? '5000',
    SIGNING_KEYS_FILE: join(folder, 'signing-keys.json'),
    DEAD_LETTERS_FILE: join(folder, 'dead-letters.jsonl'),
  });
}

// The modules read the environment when they are loaded, so they are loaded after it is set.
const { newSigningKey } = await import('#lib/auth/store/signing-keys.ts');
const { rawClient } = await import('#lib/table/client.ts');
const { prepareTable } = await import('#infra/local/table.ts');

if (existing === undefined) {
  writeFileSync(String(process.env.SIGNING_KEYS_FILE), JSON.stringify({ keys: [newSigningKey()] }));
} else {
  rmSync(String(process.env.DEAD_LETTERS_FILE), { force: true });
  const { DeleteTableCommand } = await import('@aws-sdk/client-dynamodb');
  await rawClient.send(new DeleteTableCommand({ TableName: tableName }));
  deleteStreamRecords(String(process.env.ENGINE_FILE), tableName);
}
await prepareTable(rawClient, tableName);
