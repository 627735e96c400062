// Proves that deploying a changed version under traffic loses no data. Only requests that the emulator drops may fail.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Json } from '#test/support/json.ts';
import { type Api, apiOf, everyItem } from './api.ts';
import { brokenRelease, newRelease, releaseHeader } from './changed-version.ts';
import { type Brand, type Deployed, deploy, runDeploy, synthesize, type Version } from './deployment.ts';
import { step } from './steps.ts';
import { expectFailure, type Tools } from './tools.ts';
import { startTraffic, type Tally } from './traffic.ts';

interface Context {
  readonly deployed: Deployed;
  readonly version: Version;
  readonly brand: Brand;
  readonly folder: string;
}

/** The code of the functions of a version by their names. A function of CDK has no name. */
function codeOf({ assembly }: Version): Readonly<Record<string, string>> {
  const functions = readdirSync(assembly)
    .filter((file) => file.endsWith('.template.json'))
    .flatMap((file) => Object.values<Json>(JSON.parse(readFileSync(join(assembly, file), 'utf8')).Resources))
    .filter(({ Type, Properties }) => Type === 'AWS::Lambda::Function' && 'FunctionName' in Properties);
  return Object.fromEntries(
    functions.map(({ Properties }) => [Properties.FunctionName, Properties.Code.S3Key]),
  );
}

const millisecondsBefore = 3000;
const millisecondsAfter = 3000;

async function deployUnderTraffic(
  tools: Tools,
  { deployed: { name, baseUrl }, version, folder }: Context,
  api: Api,
  trackingCode: string,
): Promise<Tally> {
  const changed = await synthesize(tools, name, folder, newRelease);
  const [before, after] = [codeOf(version), codeOf(changed)];
  const unchanged = Object.keys(after).filter((id) => before[id] === after[id]);
  assert.deepEqual(
    [Object.keys(after), unchanged],
    [Object.keys(before), []],
    'Some functions have unchanged code',
  );
  const traffic = startTraffic({ baseUrl, token: api.token, trackingCode });
  try {
    await setTimeout(millisecondsBefore);
    await deploy(tools, changed);
    await setTimeout(millisecondsAfter);
  } finally {
    await traffic.stop();
  }
  return traffic.tally;
}

const total = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

function describe({ answered, byRelease, dropped, failures }: Tally): string {
  const kinds = Object.entries(answered).map(([name, count]) => `${count} × ${name}`);
  const drops = Object.entries(dropped).map(
    ([name, all]) => `${all.length} × ${name} (${[...new Set(all)]})`,
  );
  const releases = Object.entries(byRelease).map(
    ([release, count]) => `${count} from the ${release} version`,
  );
  return [
    `successful: ${kinds.join(', ')}`,
    `by version: ${releases.join(', ')}`,
    `failed: ${failures.length}; dropped by the emulator: ${drops.join(', ') || 'none'}`,
  ].join('\n      ');
}

/** Expects that every acknowledged campaign exists. Other campaigns must come from requests that the emulator dropped. */
async function expectCampaigns(api: Api, { campaignIds, dropped }: Tally): Promise<string> {
  const found = (await everyItem(api, '/campaigns')).map(({ id }) => id);
  const lost = campaignIds.filter((id) => !found.includes(id));
  assert.deepEqual(lost, []);
  const unacknowledged = found.length - campaignIds.length;
  assert.ok(
    unacknowledged <= (dropped['campaign created'] ?? []).length,
    `${unacknowledged} campaigns exist without a request`,
  );
  return `${campaignIds.length} acknowledged, ${found.length} stored`;
}

const secondsToCount = 20;

/**
 * Expects that the statistics count all acknowledged clicks, and no others except clicks of requests that the emulator dropped. All
 * visitors have the same address, so most clicks are suspicious.
 */
async function expectClicks(api: Api, { answered, dropped }: Tally): Promise<string> {
  const kinds = ['link followed', 'click recorded'];
  const acknowledged = kinds.reduce((sum, kind) => sum + (answered[kind] ?? 0), 0);
  const droppedClicks = kinds.reduce((sum, kind) => sum + (dropped[kind] ?? []).length, 0);
  let counted = 0;
  for (let second = 0; second < secondsToCount && counted < acknowledged; second += 1) {
    const { clicks, filtered } = (await api.get('/tracking/clicks')).data;
    counted = clicks + filtered.suspicious;
    await setTimeout(1000);
  }
  assert.ok(
    acknowledged <= counted && counted <= acknowledged + droppedClicks,
    `${counted} counted, ${acknowledged} acknowledged, ${droppedClicks} dropped`,
  );
  return `${acknowledged} acknowledged, ${counted} counted`;
}

/** Deploys the unchanged version under traffic. The first attempt fails in one stack, so each version runs in some stacks. */
async function rollBackUnderTraffic(
  tools: Tools,
  { deployed: { name, baseUrl }, version, folder }: Context,
  { token }: Api,
  trackingCode: string,
): Promise<Tally> {
  const brokenVersion = await synthesize(tools, name, folder, brokenRelease);
  const headers = { authorization: `Bearer ${token}` };
  const releaseOf = async (path: string) =>
    (await fetch(`${baseUrl}${path}`, { headers })).headers.get(releaseHeader) ?? 'unchanged';
  const traffic = startTraffic({ baseUrl, token, trackingCode });
  try {
    const broken = await runDeploy(tools, brokenVersion);
    expectFailure(broken, /creator-affiliate-dev-api-money failed to deploy/);
    const releases = await Promise.all(['/campaigns', '/payouts', '/exports'].map(releaseOf));
    assert.deepEqual(releases, ['unchanged', 'changed', 'changed']);
    await deploy(tools, version);
    assert.equal(await releaseOf('/payouts'), 'unchanged');
  } finally {
    await traffic.stop();
  }
  return traffic.tally;
}

export async function proveDeploymentUnderTraffic(tools: Tools, situation: Context): Promise<void> {
  const { deployed, brand } = situation;
  const api = await apiOf(deployed.baseUrl, brand);
  const { data } = await api.post('/affiliates/invite', { email: 'ada@creators.test' });
  const tally = await step(
    'deploys a changed version under traffic',
    () => deployUnderTraffic(tools, situation, api, data.trackingCode),
    describe,
  );
  assert.deepEqual(tally.failures, []);
  assert.ok(
    total(tally.byRelease) > (tally.byRelease.unchanged ?? 0),
    'No response came from the changed version',
  );
  await step(
    'loses no campaign',
    () => expectCampaigns(api, tally),
    (text) => text,
  );
  await step(
    'loses no click and counts none twice',
    () => expectClicks(api, tally),
    (text) => text,
  );
  const ofRollback = await step(
    'deploys the unchanged version under traffic, after its stack of payouts failed and rolled back',
    () => rollBackUnderTraffic(tools, situation, api, data.trackingCode),
    describe,
  );
  assert.deepEqual(ofRollback.failures, []);
}
