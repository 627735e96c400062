// Proves that a click that was only logged reaches the table: log, subscription, queue, function.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { clickNotStored } from '#lib/clicks/tracking/rules/log-messages.ts';
import { newClick } from '#lib/clicks/tracking/rules/visit.ts';
import { visitorById } from '#lib/clicks/tracking/rules/visitors.ts';
import { visitKey } from '#lib/clicks/tracking/writes/visits.ts';
import type { Json } from '#test/support/json.ts';
import { apiOf } from './api.ts';
import type { Brand, Deployed } from './deployment.ts';
import type { Tools } from './tools.ts';

const attempts = 60;
const pauseMilliseconds = 1000;

/** Writes the line as the function of the link would, and waits for the visit in the table. */
export async function proveLoggedClick(
  { aws }: Tools,
  { stack, tableName, baseUrl, outputsFile }: Deployed,
  brand: Brand,
): Promise<string> {
  const api = await apiOf(baseUrl, brand);
  const invitation = { email: 'logged@example.test', name: 'Logged', trackingCode: 'logged' };
  const { data: affiliate } = await api.post('/affiliates/invite', invitation);
  const { id: affiliateId, trackingCode } = affiliate;
  const { id: brandId } = brand;
  const input = { brandId, affiliateId, trackingCode, campaignId: null, filtered: null };
  const click = newClick(
    { ...input, device: 'mobile', country: null, referrerHost: null },
    visitorById(brandId, trackingCode, 'visitor'),
    new Date(),
  );
  const outputs: Json = JSON.parse(readFileSync(outputsFile, 'utf8'));
  const logGroupName: string = outputs[stack].LogGroupName;
  await aws('logs', 'create_log_stream', { logGroupName, logStreamName: 'proof' });
  const message = JSON.stringify({ level: 'ERROR', message: clickNotStored, click, failure: 'proof' });
  const logEvents = [{ timestamp: Date.now(), message }];
  await aws('logs', 'put_log_events', { logGroupName, logStreamName: 'proof', logEvents });
  const { pk, sk } = visitKey(brandId, click.id);
  const Key = { pk: { S: pk }, sk: { S: sk } };
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const { Item } = await aws('dynamodb', 'get_item', { TableName: tableName, Key });
    if (Item !== undefined) return click.id;
    await setTimeout(pauseMilliseconds);
  }
  throw new assert.AssertionError({ message: `The click ${click.id} was not stored` });
}
