// Prepares each test file: creates an empty table and signing keys, and sets the environment that names them.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { stopEngine } from '#infra/local/engine.ts';
import { deleteStreamRecords } from './delete-stream-records.ts';
import { onDynamoDbLocal, startDynamoDbLocal } from './dynamodb-local.ts';
import { emptyQueues, openWakeQueue } from './wake-queue.ts';

// Start one DynamoDB Local for each file. A write takes 4 ms, but 100 ms once the streams contain the changes of several files.
if (onDynamoDbLocal) {
  const engine = await startDynamoDbLocal();
  process.env.DYNAMODB_ENDPOINT = engine.endpoint;
  afterAll(() => stopEngine(engine));
}

/**
 * The table of an earlier file of this worker. Files that share modules also share the table, because modules read its name once.
 */
const existing = process.env.TABLE_NAME;
const tableName = existing ?? `test-${randomUUID()}`;

if (existing === undefined) {
  const folder = mkdtempSync(join(tmpdir(), 'creator-affiliate-'));
  Object.assign(process.env, {
    TABLE_NAME: tableName,
    // Raise the limit, because a busy machine may respond late. Tests of the limit set this variable themselves.
    LINK_TABLE_MILLISECONDS: process.env.LINK_TABLE_MILLISECONDS ?? '5000',
    SIGNING_KEYS_FILE: join(folder, 'signing-keys.json'),
    DEAD_LETTERS_FILE: join(folder, 'dead-letters.jsonl'),
    EXPORTS_DIRECTORY: join(folder, 'exports'),
    EXPORTS_URL: 'http://localhost:3000/files',
    EXPORTS_SECRET: 'secret of the test',
    EMAIL_DIRECTORY: join(folder, 'emails'),
    API_URL: 'http://localhost:3000/v1',
    PAGES_SECRET: 'a secret of the tests for cookies of pages',
  });
}

if (process.env.WEBHOOK_QUEUE === undefined) await openWakeQueue();
emptyQueues();

// Load the modules after the environment is set, because they read it when they are loaded.
const { newKeyMaterial } = await import('#lib/access/auth/rules/key-pairs.ts');
const { deleteTable, prepareTable } = await import('#infra/local/table.ts');
const { forgetStream } = await import('./table-stream.ts');
const { stopTimer } = await import('./timers.ts');

if (existing === undefined) {
  writeFileSync(String(process.env.SIGNING_KEYS_FILE), JSON.stringify(newKeyMaterial()));
} else {
  rmSync(String(process.env.DEAD_LETTERS_FILE), { force: true });
  await deleteTable(tableName);
  deleteStreamRecords(String(process.env.ENGINE_FILE), tableName);
}
await prepareTable(tableName);
forgetStream();
stopTimer();

// Tests that share modules also share their cached keys, so this table contains the same keys.
const { publishKeys } = await import('#lib/access/auth/store/publish-keys.ts');
const { signingKeysDocument } = await import('#lib/access/auth/rules/signing-keys.ts');
const document = readFileSync(String(process.env.SIGNING_KEYS_FILE), 'utf8');
await publishKeys(signingKeysDocument.parse(JSON.parse(document)));
