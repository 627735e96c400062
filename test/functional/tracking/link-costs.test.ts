// Budget tests for a click on a link: calls, capacity and connections. `npm run bench:link` measures its time.
import { join } from 'node:path';
import { marshall } from '@aws-sdk/util-dynamodb';
import { expect, onTestFinished, test } from 'vitest';
import { newId } from '#lib/foundation/shared/ids.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { connectionsOfClicks } from '#test/bench/link/clicks.ts';
import { costOfMillionClicks, dollarsOf } from '#test/bench/link/cost.ts';
import { limits } from '#test/bench/link/report.ts';
import { lambdaVariables } from '#test/bench/link/setting.ts';
import { startStubTable } from '#test/bench/link/stub-table.ts';
import { textOf, visitsOf } from '#test/support/clicks.ts';
import { invite } from '#test/support/creations.ts';
import { createBrand, send } from '#test/support/service.ts';
import { sized } from '#test/support/size.ts';
import { bundleOneForTest } from '#test/support/stack.ts';
import { trafficOf } from '#test/support/traffic.ts';

const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0' };

test('a click on a cached link costs one UpdateItem call of one capacity unit', async () => {
  const { admin } = await createBrand();
  const { id, trackingCode } = await invite(admin);
  const path = `/tracking/ref/${trackingCode}`;
  await send('HEAD', path);
  const clicks = 10;
  for (let visitor = 1; visitor <= clicks; visitor += 1) {
    const [answer, traffic] = await trafficOf(() =>
      send('GET', path, { headers, sourceIp: `198.51.100.${visitor}` }),
    );
    expect(answer.status).toBe(302);
    expect(traffic.calls.map(({ operation }) => operation)).toEqual(['UpdateItem']);
    expect([traffic.roundTrips, traffic.capacity]).toEqual([1, 1]);
  }
  const visits = await visitsOf(id);
  expect(visits).toHaveLength(1 + clicks);
  for (const visit of visits) expect(Buffer.byteLength(textOf(visit))).toBeLessThan(512);
});

test('each of ten clicks of one visitor on one day costs one capacity unit', async () => {
  const { admin } = await createBrand();
  const { trackingCode } = await invite(admin);
  const path = `/tracking/ref/${trackingCode}`;
  await send('HEAD', path);
  for (let click = 1; click <= 10; click += 1) {
    const [, { capacity }] = await trafficOf(() => send('GET', path, { headers }));
    expect([click, capacity]).toEqual([click, 1]);
  }
});

test('a click on an uncached link takes three round trips once the visitor salt of the day exists', async () => {
  const { admin } = await createBrand();
  const { trackingCode } = await invite(admin);
  const path = `/tracking/ref/${trackingCode}`;
  const [, first] = await trafficOf(() => send('GET', path, { headers }));
  expect(first.calls.map(({ operation }) => operation)).toEqual([
    'GetItem',
    'BatchGetItem',
    'PutItem',
    'UpdateItem',
  ]);
  const other = await invite(admin);
  const [, second] = await trafficOf(() => send('GET', `/tracking/ref/${other.trackingCode}`, { headers }));
  expect(second.roundTrips).toBe(3);
});

const sequentialClicks = sized(200, 1000);

test(`${sequentialClicks} sequential clicks on the deployed bundle use one connection`, async () => {
  const stub = await startStubTable();
  onTestFinished(() => stub.stop());
  const { brand } = await createBrand();
  const affiliateId = newId('affiliate', new Date());
  const target = { brandId: brand.id, affiliateId, trackingCode: 'ada', status: 'active' };
  await stub.load([
    marshall({ ...keys.trackingCode('ada'), ...target }),
    marshall({ ...keys.brand(brand.id), ...brand }, { removeUndefinedValues: true }),
  ]);
  const bundle = join(await bundleOneForTest('tracking/follow-link.ts'), 'index.mjs');
  const variables = {
    ...lambdaVariables,
    TABLE_NAME: 'stub',
    LOG_LEVEL: 'SILENT',
    // Raise the limit, because a late response on a busy machine would open a second connection.
    LINK_TABLE_MILLISECONDS: '10000',
    AWS_ENDPOINT_URL_DYNAMODB: stub.address,
  };
  const connections = await connectionsOfClicks({
    stub,
    bundle,
    code: 'ada',
    variables,
    clicks: sequentialClicks,
  });
  expect(connections).toBe(1);
});

test('a million clicks cost at most $2.10 at list prices', () => {
  expect(dollarsOf(costOfMillionClicks(limits.counts))).toBeLessThanOrEqual(2.1);
});
