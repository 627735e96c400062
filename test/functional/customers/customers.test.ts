import { beforeAll, describe, expect, test } from 'vitest';
import { invite, inviteActive, patch } from '#test/support/creations.ts';
import { followFeed, recordAllEvents } from '#test/support/events.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { readPage } from '#test/support/lists.ts';
import { read, recordOrder } from '#test/support/orders.ts';
import { errorBody, expectError, invalidFields } from '#test/support/refusals.ts';
import { createBrand, send, type TestBrand } from '#test/support/service.ts';

let acme: TestBrand;
beforeAll(async () => {
  acme = await createBrand('scale');
  await patch(acme.admin, '/brand', { customerAttribution: { type: 'lifetime' } });
});

const move = (customerId: string, affiliateId: string | null, token = acme.admin) =>
  send('PATCH', `/customers/${encodeURIComponent(customerId)}`, {
    token,
    body: { affiliateId, reason: 'Ada recommended us first' },
  });

/** Binds a customer to a new creator. */
async function boundCustomer(customerId: string, body: object = {}) {
  const { id: affiliateId, trackingCode } = await invite(acme.admin);
  const order = await recordOrder(acme.admin, { trackingCode, customerId, ...body });
  return { affiliateId, order };
}

describe('GET /v1/customers/{customerId}', () => {
  test('returns the creator of the first attributed order to admins and members', async () => {
    const { admin, member } = acme;
    const customerId = 'a/b c%20d';
    await recordOrder(admin, { customerId });
    const { affiliateId, order } = await boundCustomer(customerId);
    await boundCustomer(customerId);
    const path = `/customers/${encodeURIComponent(customerId)}`;
    const customer = await read(admin, path);
    expect(customer).toEqual({
      id: expect.stringMatching(/^cus_[0-9A-Z]{26}$/),
      customerId,
      affiliateId,
      reason: null,
      campaignId: null,
      conversionId: order.id,
      boundAt: order.occurredAt,
      firstOrderId: order.id,
      pastAffiliates: [],
      createdAt: order.createdAt,
    });
    expect(await read(member, path)).toEqual(customer);
  });

  test('returns 404 for a customer without an attributed order, and for a customer of another brand', async () => {
    await recordOrder(acme.admin, { customerId: 'never-bound' });
    await boundCustomer('of-acme');
    const globex = await createBrand();
    const requests = [
      ['never-bound', acme.admin],
      ['of-acme', globex.admin],
    ] as const;
    for (const [id, token] of requests)
      expectError(await send('GET', `/customers/${id}`, { token }), errorBody(404, 'Customer not found'));
  });
});

describe('GET /v1/customers', () => {
  test('lists all customers, and those of a creator, the newest first', async () => {
    const { id: affiliateId, trackingCode } = await invite(acme.admin);
    for (const customerId of ['one', 'two', 'three'])
      await recordOrder(acme.admin, { trackingCode, customerId: `list-${customerId}` });
    await recordOrder(acme.admin, { trackingCode, customerEmail: 'guest@customers.test' });
    await move('list-two', null);
    const { items, total } = await readPage(acme.admin, '/customers', { affiliateId });
    expect(items.map(({ customerId }) => customerId)).toEqual(['list-three', 'list-one']);
    expect(total).toBe(2);
    const all = (await readPage(acme.admin, '/customers', { limit: 3 })).items;
    expect(all.map(({ customerId }) => customerId)).toEqual(['list-three', 'list-two', 'list-one']);
  });
});

describe('PATCH /v1/customers/{customerId}', () => {
  test('moves later orders to another creator, and keeps the history and the recorded orders', async () => {
    const clock = fakeClock();
    const { affiliateId, order } = await boundCustomer('moved');
    const { id: other } = await inviteActive(acme.admin);
    clock.advance(3600);
    const answer = await move('moved', other);
    expect(answer.status).toBe(200);
    const movedAt = clock.now();
    expect(answer.json.data).toMatchObject({
      affiliateId: other,
      reason: 'Ada recommended us first',
      boundAt: order.occurredAt,
      pastAffiliates: [{ affiliateId, reason: null, until: movedAt.toISOString() }],
    });
    const ordered = async (milliseconds: number) => {
      const occurredAt = new Date(movedAt.getTime() + milliseconds).toISOString();
      return (await recordOrder(acme.admin, { customerId: 'moved', occurredAt })).affiliateId;
    };
    expect([await ordered(-1), await ordered(0)]).toEqual([affiliateId, other]);
    expect((await read(acme.admin, `/conversions/${order.id}`)).affiliateId).toBe(affiliateId);
    expect((await move('moved', other)).json).toEqual(answer.json);
  });

  test('moves a customer to nobody, and later references do not bind the customer again', async () => {
    const { order } = await boundCustomer('nobodys', { customerEmail: 'nobodys@customers.test' });
    expect((await move('nobodys', null)).json.data).toMatchObject({ affiliateId: null });
    expect((await recordOrder(acme.admin, { customerId: 'nobodys' })).receipt.candidates).toEqual([]);
    await boundCustomer('nobodys');
    expect(await read(acme.admin, '/customers/nobodys')).toMatchObject({
      affiliateId: null,
      conversionId: order.id,
    });
  });

  test('moves the addresses that were bound together with the customer, except those of another creator', async () => {
    const shared = 'family@customers.test';
    const { affiliateId } = await boundCustomer('of-somebody', { customerEmail: shared });
    await boundCustomer('with-addresses', { customerEmail: 'first@customers.test' });
    for (const customerEmail of ['second@customers.test', shared])
      await recordOrder(acme.admin, { customerId: 'with-addresses', customerEmail });
    const { id: other } = await inviteActive(acme.admin);
    await move('with-addresses', other);
    const creators = [];
    for (const customerEmail of ['first@customers.test', 'second@customers.test', shared])
      creators.push((await recordOrder(acme.admin, { customerEmail })).affiliateId);
    expect(creators).toEqual([other, other, affiliateId]);
  });

  test('records the move as an event of the customer', async () => {
    const { affiliateId } = await boundCustomer('with-event');
    const { id: other } = await inviteActive(acme.admin);
    const { id } = (await move('with-event', other)).json.data;
    await recordAllEvents();
    expect(await followFeed(acme.admin, `resourceId=${id}`)).toMatchObject([
      {
        type: 'customer.updated',
        data: { customerId: 'with-event', affiliateId: other },
        changes: { affiliateId: { before: affiliateId, after: other } },
      },
    ]);
  });

  test('refuses members, unknown creators and a missing reason', async () => {
    const { affiliateId } = await boundCustomer('refused');
    expect((await move('refused', null, acme.member)).status).toBe(403);
    const unknown = `${affiliateId.slice(0, -1)}${affiliateId.endsWith('0') ? '1' : '0'}`;
    const answer = await move('refused', unknown);
    expect([answer.status, answer.json.code]).toEqual([400, 'reference_not_found']);
    const withoutReason = await send('PATCH', '/customers/refused', {
      token: acme.admin,
      body: { affiliateId: null },
    });
    expectError(withoutReason, invalidFields('reason'));
    expect((await move('unknown-customer', null)).json.code).toBe('customer_not_found');
    expect(await read(acme.admin, '/customers/refused')).toMatchObject({ affiliateId, pastAffiliates: [] });
  });
});
