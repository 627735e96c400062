// Proves that a stage behind CloudFront deploys, accepts only requests with the origin secret, and leaves nothing behind.
// The emulator stores the distribution and the web ACL, but runs neither of them, so this proof sends their headers itself.
import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { originHeader } from '#lib/foundation/contract/edge-headers.ts';
import type { Json } from '#test/support/json.ts';
import { changedOperator, type Edit, settingsForEmulator } from './changed-version.ts';
import { createBrand, deploy, runDestroy, synthesize } from './deployment.ts';
import { step } from './steps.ts';
import { expectSuccess, type Tools } from './tools.ts';
import { resourcesOf } from './traces.ts';

const name = 'behind-edge';
/** The account and the region of the emulator. */
const account = '000000000000';
const region = 'eu-central-1';
const edgeRegion = 'us-east-1';

const withEdgeStage: readonly Edit[] = [
  {
    file: 'infra/stage.ts',
    before: '  staging: { ...defaultSettings },',
    after: `  staging: { ...defaultSettings },
  '${name}': {
    ...defaultSettings,
    keepsData: false,
    ${settingsForEmulator}
    account: '${account}',
    region: '${region}',
    edge: { secretVersion: 1, limits: { logins: 300, links: 10_000, callers: 60_000, others: 300_000 } },
  },`,
  },
];

interface Edge {
  readonly apiUrl: string;
  readonly secret: string;
}

async function edgeOf({ aws }: Tools, stack: string, baseUrl: string): Promise<Edge> {
  const { DistributionList } = await aws('cloudfront', 'list_distributions');
  const own: readonly Json[] = DistributionList.Items.filter(({ Comment }: Json) => Comment === stack);
  assert.equal(own.length, 1, 'The stack must have one distribution');
  const [{ DomainName, WebACLId, Origins }] = own as [Json];
  assert.equal(baseUrl, `https://${DomainName}/v1`);
  const { WebACLs } = await aws('wafv2', 'list_web_acls', { Scope: 'CLOUDFRONT' });
  assert.ok(
    WebACLs.some(({ ARN, Name }: Json) => ARN === WebACLId && Name === stack),
    `The web ACL ${WebACLId} does not exist`,
  );
  const [origin] = Origins.Items;
  const [{ HeaderName, HeaderValue }] = origin.CustomHeaders.Items;
  assert.equal(HeaderName, originHeader);
  assert.match(HeaderValue, /^[A-Za-z0-9]{48}$/);
  const { Items } = await aws('apigatewayv2', 'get_apis');
  const api = Items.find(({ Name }: Json) => Name === stack);
  // The endpoint of an API on the emulator has a path, as `http://127.0.0.1:1234/_aws/execute-api/<id>`.
  const endpoint = `http://${origin.DomainName}/_aws/execute-api/${api.ApiId}`;
  return { apiUrl: `${endpoint}/v1`, secret: HeaderValue };
}

const jsonOf = async (response: Response): Promise<Json> => response.json();

const codeOf = async (response: Response): Promise<string> =>
  `${response.status} ${(await jsonOf(response)).code}`;

async function expectRefused({ apiUrl }: Edge): Promise<string> {
  const answers = await Promise.all(
    [{}, { [originHeader]: 'x'.repeat(48), 'cloudfront-viewer-address': '203.0.113.7:443' }].map((headers) =>
      fetch(`${apiUrl}/health`, { headers }).then(codeOf),
    ),
  );
  assert.deepEqual(answers, ['403 edge_bypassed', '403 edge_bypassed']);
  return answers.join(', ');
}

/** Follows a link from two addresses and waits until the statistics show a unique click in each of their countries. */
async function expectVisitors({ apiUrl, secret }: Edge, tools: Tools, folder: string): Promise<string> {
  const through = (address: string, country: string) => ({
    [originHeader]: secret,
    'cloudfront-viewer-address': `${address}:40123`,
    'cloudfront-viewer-country': country,
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    'content-type': 'application/json',
  });
  const own = through('198.51.100.1', 'US');
  const { email, password } = await createBrand(tools, name, changedOperator(folder));
  const login = await fetch(`${apiUrl}/auth/brand/login`, {
    method: 'POST',
    headers: own,
    body: JSON.stringify({ email, password }),
  });
  const authorization = `Bearer ${(await jsonOf(login)).data.accessToken}`;
  const invited = await fetch(`${apiUrl}/affiliates/invite`, {
    method: 'POST',
    headers: { ...own, authorization },
    body: JSON.stringify({ name: 'Ada', email: 'ada@creators.test', trackingCode: 'ada-edge' }),
  });
  assert.equal(invited.status, 201);
  for (const [address, country] of [
    ['203.0.113.7', 'DE'],
    ['203.0.113.8', 'FR'],
  ] as const) {
    const headers = through(address, country);
    const { status } = await fetch(`${apiUrl}/tracking/ref/ada-edge`, { headers, redirect: 'manual' });
    assert.equal(status, 302);
  }
  const url = `${apiUrl}/tracking/clicks?groupBy=country`;
  for (let attempt = 0; attempt < 60; attempt += 1) {
    const { data } = await jsonOf(await fetch(url, { headers: { ...own, authorization } }));
    const groups = data.groups.map(({ key, uniqueClicks }: Json) => `${uniqueClicks} from ${key}`).toSorted();
    if (groups.length === 2) {
      assert.deepEqual(groups, ['1 from DE', '1 from FR']);
      return groups.join(', ');
    }
    await setTimeout(500);
  }
  throw new Error('The statistics show no two countries after 30 seconds');
}

export async function proveEdge(tools: Tools, folder: string): Promise<void> {
  const identity = (text: string): string => text;
  const version = await step('cdk synth', () => synthesize(tools, name, folder, withEdgeStage));
  await step(`cdk bootstrap in ${edgeRegion}`, async () => {
    const args = ['bootstrap', `aws://${account}/${edgeRegion}`, '--app', version.assembly];
    expectSuccess(await tools.cdk(args), 'cdk bootstrap');
  });
  const { baseUrl, stack } = await step(
    'cdk deploy',
    () => deploy(tools, version),
    ({ baseUrl: url }) => url,
  );
  const edge = await step('CloudFront has the web ACL, the API and the origin secret', () =>
    edgeOf(tools, stack, baseUrl),
  );
  await step('a request without the origin secret is refused', () => expectRefused(edge), identity);
  await step(
    'clicks through CloudFront count by visitor and country',
    () => expectVisitors(edge, tools, folder),
    identity,
  );
  await step('cdk destroy', async () => expectSuccess(await runDestroy(tools, version), 'cdk destroy'));
  await step('leaves no resources behind', async () => {
    assert.deepEqual(await resourcesOf(stack, tools), {});
    const { DistributionList } = await tools.aws('cloudfront', 'list_distributions');
    const { WebACLs } = await tools.aws('wafv2', 'list_web_acls', { Scope: 'CLOUDFRONT' });
    assert.deepEqual([DistributionList?.Items ?? [], WebACLs], [[], []]);
  });
}
