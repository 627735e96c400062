// Tests that names which every object inherits, such as `constructor`, have no meaning in requests.
import { beforeAll, describe, expect, test } from 'vitest';
import { methodsOf, type Route } from '#lib/foundation/contract/route.ts';
import { routes } from '#lib/surface/api/routes.ts';
import { createApiKey } from '#test/support/creations.ts';
import { createBrand, send } from '#test/support/service.ts';

let token: string;
beforeAll(async () => {
  const { admin } = await createBrand('scale');
  token = (await createApiKey(admin)).key;
});

const names = ['constructor', '__proto__', 'toString', 'hasOwnProperty'];
const reading = routes.filter(({ method, scope }) => method === 'GET' && scope !== undefined);
const writing = routes.filter(({ method, scope }) => method !== 'GET' && scope !== undefined);

const pathOf = ({ path }: Route, name: string): string => path.replaceAll(/\{\w+\}/g, name);
/** `JSON.parse` creates an own property `__proto__`, which an object literal does not. */
const objectWith = (name: string, value: unknown): object =>
  JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify(value)}}`);

describe.each(names)('the name %s', (name) => {
  const answerTo = async (route: Route, path: string, body?: object) => {
    const [method = ''] = methodsOf(route);
    const { status } = await send(method, path, { token, ...(body !== undefined && { body }) });
    return [route.name, status >= 400 && status < 500] as const;
  };

  test('every endpoint refuses the name as a query parameter and as an id', async () => {
    for (const route of reading)
      expect(await answerTo(route, `${pathOf(route, name)}?${name}=x`)).toEqual([route.name, true]);
  });

  test('every endpoint refuses the name as a field of a body', async () => {
    for (const route of writing)
      expect(await answerTo(route, pathOf(route, name), objectWith(name, {}))).toEqual([route.name, true]);
  });

  test('every parameter that selects something by name refuses the name', async () => {
    for (const query of [
      `/commissions?expand=${name}`,
      `/reports/performance?sort=${name}`,
      `/reports/performance?groupBy=${name}`,
      `/tracking/clicks?groupBy=${name}`,
      `/affiliates?status=${name}`,
      `/campaigns?order=${name}`,
      `/campaigns?timezone=${name}`,
      `/api-keys?mode=${name}`,
    ])
      expect([query, (await send('GET', query, { token })).status]).toEqual([query, 400]);
    const headers = { 'x-mode': name };
    expect((await send('GET', '/affiliates', { token, headers })).status).toBe(400);
  });

  test('an export refuses the name as a filter, and a line item and a row of a bulk request with the name do no harm', async () => {
    const order = { orderId: 'o-1', amount: 10 };
    const items = [objectWith(name, 'x')];
    const filters = objectWith(name, 'x');
    const rows = { conversions: [{ ...order, items }] };
    const statusOf = async (path: string, body: object) => (await send('POST', path, { token, body })).status;
    expect([
      await statusOf('/exports', { resource: 'payouts', format: 'csv', filters }),
      await statusOf('/exports', { resource: name, format: 'csv' }),
      await statusOf('/webhook-endpoints', { url: 'https://hooks.acme.test', events: [name] }),
    ]).toEqual([400, 400, 400]);
    expect(await statusOf('/conversions', { ...order, items })).toBeLessThan(500);
    expect(await statusOf('/conversions/bulk', rows)).toBeLessThan(500);
  });

  test('an order can have the name as its id, as the id of its customer and as external id', async () => {
    const order = { orderId: name, amount: 10, customerId: name, externalId: name };
    const body = { ...order, items: [{ sku: name, name, quantity: 1 }] };
    const answer = await send('POST', '/conversions', { token, body });
    expect([answer.status, answer.json.data?.externalId]).toEqual([201, name]);
    for (const filter of ['orderId', 'customerId', 'externalId']) {
      const { json } = await send('GET', `/conversions?${filter}=${name}`, { token });
      expect(json.data.map(({ orderId }: { orderId: string }) => orderId)).toEqual([name]);
    }
  });
});
