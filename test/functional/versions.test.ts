// Tests `ETag` and `If-Match` of creators, campaigns, terms and settings. docs/decisions/0164
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { acceptsIfMatch } from '#lib/foundation/contract/conventions.ts';
import { routes } from '#lib/surface/api/routes.ts';
import { createCampaign, invite, recordOrder } from '#test/support/creations.ts';
import { errorBody, expectError } from '#test/support/refusals.ts';
import { type Answer, createBrand, send, type TestBrand } from '#test/support/service.ts';

/** Each test has a brand of its own, because the settings of a brand are a resource. */
let acme: TestBrand;
beforeEach(async () => {
  acme = await createBrand('scale');
});

const get = (path: string) => send('GET', path, { token: acme.admin });
const etagOf = async (path: string): Promise<string> => (await get(path)).headers.etag ?? '';

interface Resource {
  readonly path: string;
  /** Changes use this path, if it is another one. */
  readonly changedAt?: string;
}

interface Case {
  readonly method: string;
  readonly create: () => Promise<Resource>;
  readonly change: (turn: number) => object;
}

const creator = async (): Promise<Resource> => ({ path: `/affiliates/${(await invite(acme.admin)).id}` });
const campaign = async (): Promise<Resource> => ({
  path: `/campaigns/${(await createCampaign(acme.admin)).id}`,
});
const termsOf = (create: () => Promise<Resource>) => ({
  method: 'PUT',
  create: async () => ({ path: `${(await create()).path}/terms` }),
  change: (turn: number) => ({ terms: { rate: { type: 'percentage', value: 1 + turn } } }),
});

const cases: Readonly<Record<string, Case>> = {
  'affiliates.update': { method: 'PATCH', create: creator, change: (turn) => ({ name: `Ada ${turn}` }) },
  'affiliates.upsert': {
    method: 'PUT',
    create: async () => {
      const externalId = randomUUID();
      const { id } = await invite(acme.admin, { externalId });
      return { path: `/affiliates/${id}`, changedAt: `/affiliates/by-external-id/${externalId}` };
    },
    change: (turn) => ({ email: `ada-${turn}-${randomUUID()}@creators.test` }),
  },
  'affiliates.setTerms': termsOf(creator),
  'campaigns.update': { method: 'PATCH', create: campaign, change: (turn) => ({ name: `Spring ${turn}` }) },
  'campaigns.setTerms': termsOf(campaign),
  'groups.setTerms': termsOf(async () => ({ path: `/affiliate-groups/${randomUUID()}` })),
  'brands.setTerms': termsOf(async () => ({ path: '/brand' })),
  'brands.update': {
    method: 'PATCH',
    create: async () => ({ path: '/brand' }),
    change: (turn) => ({ holdDays: 20 + turn }),
  },
};

async function changeOf({ method, create, change }: Case) {
  const { path, changedAt = path } = await create();
  const sendBody = (body: object, ifMatch?: string) =>
    send(method, changedAt, {
      token: acme.admin,
      body,
      headers: ifMatch === undefined ? {} : { 'if-match': ifMatch },
    });
  return { path, sendBody, send: (turn: number, ifMatch?: string) => sendBody(change(turn), ifMatch) };
}

test('every change of a versioned resource is tested here, and its answer has every field that does not count', () => {
  const accepting = routes.filter(acceptsIfMatch);
  const tested = [...Object.keys(cases), 'campaigns.delete'];
  expect(tested.toSorted()).toEqual(accepting.map(({ name }) => name).toSorted());
  for (const { name, answer, versioned } of accepting) {
    const fields = answer.kind === 'item' ? Object.keys(Object(answer.data).shape) : versioned?.except;
    expect(fields, name).toEqual(expect.arrayContaining([...(versioned?.except ?? [])]));
  }
});

test('an order changes the totals of a creator, and a member the number of a campaign, but not their version', async () => {
  const [{ path: creatorPath }, { path: campaignPath }] = [await creator(), await campaign()];
  const before = [await get(creatorPath), await get(campaignPath)];
  await recordOrder(acme.admin, { trackingCode: before[0]?.json.data.trackingCode });
  await send('PUT', `${campaignPath}${creatorPath}`, { token: acme.admin });
  const after = [await get(creatorPath), await get(campaignPath)];
  const counted = ({ json: { data } }: Answer) => data.totalRevenue + (data.creatorsCount ?? 0);
  expect([before.map(counted), after.map(counted)]).toEqual([
    [0, 0],
    [100, 1],
  ]);
  expect(after.map(({ headers }) => headers.etag)).toEqual(before.map(({ headers }) => headers.etag));
});

test('a created resource has its version, also in the replayed response to a retry', async () => {
  const created = async (path: string, body: object) => {
    const headers = { 'idempotency-key': randomUUID() };
    const create = () => send('POST', path, { token: acme.admin, body, headers });
    const [first, retried] = [await create(), await create()];
    const etag = await etagOf(`${path.replace('/invite', '')}/${first.json.data.id}`);
    expect(retried.headers['idempotency-replayed']).toBe('true');
    expect([first.headers.etag, retried.headers.etag]).toEqual([etag, etag]);
  };
  const metadata = { zone: 'north', area: 'b', 10: 'x', 9: 'y' };
  await created('/affiliates/invite', { email: `${randomUUID()}@creators.test`, metadata });
  await created('/campaigns', { name: 'Spring', metadata });
});

test('a creator is created by its external id only without `If-Match`', async () => {
  const path = `/affiliates/by-external-id/${randomUUID()}`;
  const body = { email: `${randomUUID()}@creators.test` };
  const refused = await send('PUT', path, { token: acme.admin, body, headers: { 'if-match': '*' } });
  const message = 'The resource does not exist yet: send no `If-Match` to create it';
  expectError(refused, errorBody(412, message, undefined, 'version_mismatch'));
  expect((await send('PUT', path, { token: acme.admin, body })).status).toBe(201);
});

test('a campaign that was changed meanwhile is not deleted', async () => {
  const { path } = await campaign();
  const remove = (etag: string) => send('DELETE', path, { token: acme.admin, headers: { 'if-match': etag } });
  const old = await etagOf(path);
  await send('PATCH', path, { token: acme.admin, body: { name: 'Summer' } });
  const refused = await remove(old);
  expect([refused.status, refused.headers.etag]).toEqual([412, await etagOf(path)]);
  expect((await remove(refused.headers.etag ?? '')).status).toBe(204);
});

test.each(['abc', '"abc', '"a" "b" c', '', ',', 'w/"a"', '*, "a"'])(
  'the malformed `If-Match` %j is a 400',
  async (etag) => {
    const { path } = await creator();
    const body = { name: 'Ada' };
    const answer = await send('PATCH', path, { token: acme.admin, body, headers: { 'if-match': etag } });
    const message = 'Must be the `ETag` of the resource with its quotes, several with commas, or `*`';
    expectError(answer, errorBody(400, 'Invalid headers', [{ path: 'If-Match', message }]));
  },
);

describe.each(Object.entries(cases))('%s', (_, one) => {
  test('one of several people who have read the same version changes it, and the others receive a 412 with the new version', async () => {
    const change = await changeOf(one);
    const etag = await etagOf(change.path);
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    const answers = await Promise.all([1, 2, 3].map((turn) => change.send(turn, etag)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412]);
    const changed = answers.find(({ status }) => status === 200);
    const now = await etagOf(change.path);
    expect([changed?.headers.etag, now === etag]).toEqual([now, false]);
    for (const refused of answers.filter(({ status }) => status === 412)) {
      const details = [{ path: 'If-Match', message: `The version is now \`${now}\``, values: [now] }];
      const message = 'The resource has another version: read it again, and send its `ETag` as `If-Match`';
      expectError(refused, errorBody(412, message, details, 'version_mismatch'));
      expect(refused.headers.etag).toBe(now);
    }
  });

  test('a change without `If-Match`, with `*`, or with a list that has the version succeeds, and one with a weak tag does not', async () => {
    const change = await changeOf(one);
    const weak = `W/${await etagOf(change.path)}`;
    expect((await change.send(4, weak)).status).toBe(412);
    expect((await change.send(4)).status).toBe(200);
    expect((await change.send(5, '*')).status).toBe(200);
    const list = `"other", W/"a,b" ,${await etagOf(change.path)}`;
    expect((await change.send(6, list)).status).toBe(200);
  });

  test('a retry after a lost response succeeds with the old version, because it changes nothing', async () => {
    const change = await changeOf(one);
    const etag = await etagOf(change.path);
    const body = one.change(7);
    const [first, second] = [await change.sendBody(body, etag), await change.sendBody(body, etag)];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.headers.etag).toBe(first.headers.etag);
  });
});
