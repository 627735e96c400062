import { expect, test } from 'vitest';
import { createBrand, send } from '#test/support/service.ts';

test('walk', async () => {
  expect((await send('GET', '/health')).json).toEqual({ data: { status: 'ok' } });
  const { admin } = await createBrand();
  const created = await send('POST', '/campaigns', {
    token: admin,
    body: { name: 'Spring', status: 'active', landingUrl: 'https://acme.test/spring' },
  });
  expect(created.status, created.text).toBe(201);
  const invited = await send('POST', '/affiliates/invite', {
    token: admin,
    body: { email: 'Ada@x.test', trackingCode: 'Ada', campaignIds: [created.json.data.id] },
  });
  expect(invited.status, invited.text).toBe(201);
  const list = await send('GET', '/affiliates?limit=1', { token: admin });
  expect(list.json.meta).toEqual({ total: 1, cursor: null });
  const d = await send('POST', '/discounts', {
    token: admin,
    body: { code: 'ADA', type: 'percentage', value: 15, affiliateId: invited.json.data.id },
  });
  expect(d.status, d.text).toBe(201);
  const b = await send('POST', '/discounts/bulk', {
    token: admin,
    body: {
      discounts: [
        { code: 'ada', type: 'percentage', value: 15, affiliateId: invited.json.data.id },
        { code: 'B1', type: 'fixed', value: 15.5, affiliateId: invited.json.data.id },
      ],
    },
  });
  expect(b.status, b.text).toBe(200);
  console.log(b.text);
  const c = await send('POST', '/tracking/ref/ada', { token: admin, body: { visitorId: 'v1' } });
  console.log(c.text);
  console.log((await send('POST', '/tracking/ref/ada', { token: admin, body: { visitorId: 'v1' } })).text);
  const f = await send('GET', '/tracking/ref/ada?fbclid=3', {
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/130' },
  });
  console.log(f.status, f.headers, f.text);
  console.log((await send('GET', '/tracking/clicks', { token: admin })).text.slice(0, 200));
  console.log((await send('GET', '/billing/usage', { token: admin })).text);
  console.log((await send('GET', '/openapi.json')).text.length);
  console.log((await send('PUT', '/billing/usage')).text, (await send('GET', '/billinga')).text);
});
