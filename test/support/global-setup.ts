// One engine for all test files; each file makes a table of its own on it.
import { startEngine } from '#infra/local/engine.ts';
import { startDynamoDbLocal } from './dynamodb-local.ts';

export default async function setup(): Promise<() => Promise<void>> {
  const engine =
    process.env.TEST_ENGINE === 'dynamodb-local' ? await startDynamoDbLocal() : await startEngine();
  process.env.DYNAMODB_ENDPOINT = engine.endpoint;
  return async () => {
    engine.process.kill();
  };
}
