// Tests the domain of a brand's links. A map replaces DNS.
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { environment } from '#lib/foundation/shared/environment.ts';
import { getItem } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { createApiKey, invite } from '#test/support/creations.ts';
import { read } from '#test/support/orders.ts';
import { expectError, invalidFields } from '#test/support/refusals.ts';
import { createBrand, send } from '#test/support/service.ts';

const dns = vi.hoisted(() => ({
  records: new Map<string, readonly string[] | undefined>(),
  /** Runs before DNS answers. */
  wait: async (): Promise<void> => {},
}));
vi.mock('#lib/access/brands/store/txt-records.ts', () => ({
  readTxtRecords: async (name: string) => {
    await dns.wait();
    return dns.records.has(name) ? dns.records.get(name) : [];
  },
}));

const apiUrl = 'http://localhost:3000/v1';
const path = '/brand/link-domain';
const unique = () => randomUUID().replaceAll('-', '').slice(0, 12);
const serve = (served: Readonly<Record<string, string>>): void => {
  Object.assign(environment, { LINK_DOMAINS: JSON.stringify(served) });
};
const refused = (code: string) => ({ status: 409, json: { code } });
const put = (token: string, domain: string) => send('PUT', path, { token, body: { domain } });

async function brandWithPrefix() {
  const acme = await createBrand('scale');
  const linkPrefix = `p${unique()}`;
  expect((await send('PATCH', '/brand', { token: acme.admin, body: { linkPrefix } })).status).toBe(200);
  return { ...acme, linkPrefix, domain: `go.${linkPrefix}.test` };
}

type Owner = Awaited<ReturnType<typeof brandWithPrefix>>;

/** Publishes the record of the domain. */
async function publish({ admin }: Owner, domain: string): Promise<void> {
  const { json } = await put(admin, domain);
  dns.records.set(json.data.record.name, [json.data.record.value]);
}

async function verified() {
  const acme = await brandWithPrefix();
  const { admin, linkPrefix, domain } = acme;
  serve({ [domain]: linkPrefix });
  await publish(acme, domain);
  const { json } = await put(admin, domain);
  expect(json.data).toMatchObject({ status: 'verified', problem: null });
  return acme;
}

beforeEach(() => {
  dns.wait = async () => {};
  serve({});
});

describe('PUT /v1/brand/link-domain', () => {
  test('a domain is refused until the brand has a link prefix, for an invalid host, and in test mode', async () => {
    const { admin, brand } = await createBrand('scale');
    expect(await put(admin, 'go.acme.test')).toMatchObject(refused('link_prefix_missing'));
    for (const domain of ['Go.acme.test', 'acme', 'go.acme.test/', '192.0.2.1', '*.acme.test'])
      expectError(await put(admin, domain), invalidFields('domain'));
    const { key: testKey } = await createApiKey(admin, { mode: 'test', scopes: ['settings:write'] });
    expect((await put(testKey, 'go.acme.test')).status).toBe(400);
    expect((await read(admin, '/brand')).linkDomain).toBeNull();
    expect(await getItem(keys.brand(brand.id))).not.toHaveProperty('linkDomain');
  });

  test('a pending domain says why it is pending, and is verified once the stage serves it and DNS has the record', async () => {
    const { admin, linkPrefix, domain, brand } = await brandWithPrefix();
    const problemOf = async () => (await put(admin, domain)).json.data.problem;
    const { status, json } = await put(admin, domain);
    const { record } = json.data;
    const pending = { domain, status: 'pending', record, verifiedAt: null };
    expect([status, json.data]).toEqual([200, { ...pending, problem: 'not_served' }]);
    expect(record).toEqual({ type: 'TXT', name: `_affiliate.${domain}`, value: expect.any(String) });
    expect((await read(admin, '/brand')).linkDomain).toEqual(pending);

    serve({ [domain]: 'another' });
    expect(await problemOf()).toBe('not_served');
    serve({ [domain]: linkPrefix });
    expect(await problemOf()).toBe('record_missing');
    dns.records.set(record.name, ['v=spf1 -all', `${record.value}x`]);
    expect(await problemOf()).toBe('record_differs');
    dns.records.set(record.name, undefined);
    expect(await problemOf()).toBe('dns_unavailable');
    dns.records.set(record.name, ['v=spf1 -all', record.value]);
    const answer = (await put(admin, domain)).json.data;
    expect(answer).toMatchObject({ status: 'verified', problem: null, record });
    expect(await getItem(keys.linkDomain(domain))).toMatchObject({ brandId: brand.id });

    dns.records.delete(record.name);
    expect((await put(admin, domain)).json.data).toEqual(answer);
  });

  test('a verified domain begins the links of codes and slugs, except earlier codes and those of test mode', async () => {
    const acme = await createBrand('scale');
    const { admin } = acme;
    const earlier = await invite(admin);
    const linkPrefix = `p${unique()}`;
    await send('PATCH', '/brand', { token: admin, body: { linkPrefix } });
    const ada = await invite(admin, { trackingCode: 'Ada' });
    const slug = 'bio';
    const body = { affiliateId: ada.id, slug };
    const { id } = (await send('POST', '/links', { token: admin, body })).json.data;
    const domain = `go.${linkPrefix}.test`;
    serve({ [domain]: linkPrefix });
    await publish({ ...acme, linkPrefix, domain }, domain);
    const before = `${apiUrl}/tracking/ref/${linkPrefix}.`;
    expect((await read(admin, `/links/${id}`)).url).toBe(`${before}bio`);
    await put(admin, domain);

    const linkOf = async (creatorId: string) => (await read(admin, `/affiliates/${creatorId}`)).link;
    expect(await linkOf(ada.id)).toBe(`https://${domain}/Ada`);
    expect(await linkOf(earlier.id)).toBe(earlier.link);
    expect((await read(admin, `/links/${id}`)).url).toBe(`https://${domain}/bio`);
    expect((await read(admin, '/links'))[0].url).toBe(`https://${domain}/bio`);
    expect((await invite(admin, { trackingCode: 'ben' })).link).toBe(`https://${domain}/ben`);
    const { key: testKey } = await createApiKey(admin, { mode: 'test', scopes: ['*'] });
    expect((await invite(testKey, { trackingCode: 'ben' })).link).toContain(`${apiUrl}/tracking/ref/test.`);

    expect((await send('DELETE', path, { token: admin })).status).toBe(204);
    expect(await linkOf(ada.id)).toBe(`${before}Ada`);
  });

  test('a domain that another brand has verified is refused until that brand deletes it', async () => {
    const acme = await verified();
    const other = await brandWithPrefix();
    serve({ [acme.domain]: other.linkPrefix });
    await publish(other, acme.domain);
    expect(await put(other.admin, acme.domain)).toMatchObject(refused('link_domain_taken'));
    expect((await send('DELETE', path, { token: acme.admin })).status).toBe(204);
    expect(await getItem(keys.linkDomain(acme.domain))).toBeUndefined();
    expect((await put(other.admin, acme.domain)).json.data.status).toBe('verified');
    // A second deletion does not free the domain of the other brand.
    expect((await send('DELETE', path, { token: acme.admin })).status).toBe(204);
    expect(await getItem(keys.linkDomain(acme.domain))).toMatchObject({ brandId: other.brand.id });
  });

  test('one of two brands that verify a domain at the same time gets it', async () => {
    const both = [await brandWithPrefix(), await brandWithPrefix()] as const;
    const domain = both[0].domain;
    const values: string[] = [];
    for (const { admin } of both) values.push((await put(admin, domain)).json.data.record.value);
    dns.records.set(`_affiliate.${domain}`, values);
    const bothWait = Promise.withResolvers<void>();
    const waiting: Promise<{ readonly status: number }>[] = [];
    let count = 0;
    for (const { admin, linkPrefix } of both) {
      serve({ [domain]: linkPrefix });
      const isAsked = Promise.withResolvers<void>();
      dns.wait = () => {
        count += 1;
        isAsked.resolve();
        return bothWait.promise;
      };
      waiting.push(put(admin, domain));
      await isAsked.promise;
    }
    bothWait.resolve();
    const statuses = (await Promise.all(waiting)).map(({ status }) => status);
    expect([count, statuses.toSorted()]).toEqual([2, [200, 409]]);
  });

  test('requests of one brand for two domains at the same time leave one domain and its claim', async () => {
    const acme = await brandWithPrefix();
    const domains = ['a', 'b'].map((label) => `${label}.${acme.domain}`);
    serve(Object.fromEntries(domains.map((domain) => [domain, acme.linkPrefix])));
    for (const domain of domains) await publish(acme, domain);
    await Promise.all(domains.map((domain) => put(acme.admin, domain)));
    const { domain: last, status } = (await read(acme.admin, '/brand')).linkDomain;
    expect(status).toBe('verified');
    for (const domain of domains) {
      const claim = await getItem(keys.linkDomain(domain));
      expect(claim?.brandId).toBe(domain === last ? acme.brand.id : undefined);
    }
  });
});
