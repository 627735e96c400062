// Tells a story of the TypeScript client with the service. test/unit/client.test.ts tests its retries and errors with prepared answers.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type ClientOptions, createClient, isApiError } from '#lib/client/index.ts';
import { createAccount } from '#test/support/accounts.ts';
import { createCreators } from '#test/support/creators.ts';
import { fetchInProcess } from '#test/support/fetch-in-process.ts';

const clientOf = (options: Omit<ClientOptions, 'baseUrl'>) =>
  createClient({ baseUrl: 'https://api.example.test/v1', fetch: fetchInProcess, ...options });

/** Creates a brand whose admin has logged in and created an API key. */
async function clientsOfBrand(options: Omit<ClientOptions, 'baseUrl'> = {}) {
  const { brand, email, password } = await createAccount();
  const admin = clientOf({ login: { email, password } });
  const { key } = await admin.apiKeys.create({ name: 'Shop', mode: 'live', scopes: ['*'] });
  return { brand, admin, shop: clientOf({ apiKey: key, ...options }) };
}

describe('the TypeScript client', () => {
  test('the client records an order with an API key, approves its commission after a login, and pays it', async () => {
    const { admin, shop } = await clientsOfBrand();
    const trackingCode = randomUUID();
    const { id } = await shop.affiliates.invite({
      email: `${trackingCode}@example.test`,
      name: 'Ada',
      trackingCode,
    });
    await shop.affiliates.update(id, { status: 'active' });
    const order = { orderId: 'order-1', amount: 49.9, trackingCode };
    const preview = await shop.conversions.create({ ...order, dryRun: true });
    const conversion = await shop.conversions.create(order);
    expect(conversion).toMatchObject({ affiliateId: id, amount: 49.9, receipt: { winner: 'trackingCode' } });
    expect(preview).not.toHaveProperty('id');
    await admin.commissions.approve(conversion.commissionId ?? '');
    const payout = await admin.payouts.create();
    expect(await shop.payouts.getCsv(payout?.id ?? '')).toContain('Ada');
    expect(await admin.conversions.getByOrderId('order-1')).toMatchObject({ id: conversion.id });
  });

  test('the client creates a bonus once when the response is lost', async () => {
    let isLost = false;
    const { brand, shop } = await clientsOfBrand({
      fetch: async (url, init) => {
        const response = await fetchInProcess(url, init);
        if (isLost || init.method !== 'POST') return response;
        isLost = true;
        throw new TypeError('The response is lost');
      },
      pause: async () => {},
    });
    const [affiliateId = ''] = await createCreators(brand, 1);
    const bonus = { kind: 'bonus', affiliateId, amount: 25, reason: 'A good month' } as const;
    const { data, response } = await shop.commissions.create(bonus).withResponse();
    expect(response.headers.get('idempotency-replayed')).toBe('true');
    expect((await shop.commissions.list()).data.map(({ id }) => id)).toEqual([data.id]);
  });

  test('the client walks through all pages of a list', async () => {
    const { brand, shop } = await clientsOfBrand();
    const ids = await createCreators(brand, 5);
    const found = await Array.fromAsync(
      shop.affiliates.list({ limit: 2, status: ['active'] }),
      ({ id }) => id,
    );
    expect(found).toEqual(ids.toReversed());
    const { meta } = await shop.affiliates.list({ limit: 2 });
    expect(meta).toMatchObject({ total: 5, totalIsExact: true, cursor: expect.any(String) });
  });

  test('an error of the client has the code of the service', async () => {
    const { shop, admin } = await clientsOfBrand();
    const order = { orderId: 'order-1', amount: 10 };
    await shop.conversions.create(order);
    const error = await shop.conversions.create({ ...order, amount: 11 }).catch((caught: unknown) => caught);
    expect(isApiError(error, 'order_id_reused') && error.code).toBe('order_id_reused');
    const unknown = await admin.campaigns
      .get('cmp_01JD0000000000000000000000')
      .catch((caught: unknown) => caught);
    expect(isApiError(unknown, 'campaign_not_found') && unknown.requestId).toMatch(/^[\w-]{36}$/);
  });

  test('the client logs out, and logs in again with the next request', async () => {
    const { admin } = await clientsOfBrand();
    await admin.auth.logout({ all: true });
    expect(await admin.users.me()).toMatchObject({ role: 'admin' });
  });
});
