import { beforeAll, describe, expect, test } from 'vitest';
import { createCommission } from '#test/support/commissions.ts';
import { invite, inviteActive, openDispute, recordOrder } from '#test/support/creations.ts';
import { followFeed, recordAllEvents } from '#test/support/events.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { readPage } from '#test/support/lists.ts';
import { read } from '#test/support/orders.ts';
import { errorBody, expectError, invalidFields } from '#test/support/refusals.ts';
import { createBrand, send, type TestBrand } from '#test/support/service.ts';

let acme: TestBrand;
beforeAll(async () => {
  acme = await createBrand('scale');
});

const sendDispute = (body: object, token = acme.admin) =>
  send('POST', '/disputes', { token, body: { message: 'Please check it again', ...body } });

const close = (id: string, decision: string, body: object = { reason: 'Checked' }, token = acme.admin) =>
  send('POST', `/disputes/${id}/${decision}`, { token, body });

async function rejectedCommission() {
  const { id: affiliateId } = await inviteActive(acme.admin);
  const { id: commissionId } = await createCommission({
    brandId: acme.brand.id,
    affiliateId,
    status: 'rejected',
  });
  return { affiliateId, kind: 'rejectedCommission', commissionId };
}

describe('POST /v1/disputes', () => {
  test('opens a dispute about a rejected commission, which admins and members read', async () => {
    const subject = await rejectedCommission();
    const own = { externalId: 'ticket-1', metadata: { channel: 'chat' } };
    const answer = await sendDispute({ ...subject, ...own }, acme.member);
    expect(answer.status).toBe(201);
    const { data: dispute } = answer.json;
    expect(dispute).toEqual({
      ...subject,
      ...own,
      id: expect.stringMatching(/^dsp_[0-9A-Z]{26}$/),
      orderId: 'order-1',
      conversionId: null,
      message: 'Please check it again',
      status: 'open',
      reason: null,
      resolution: null,
      decidedBy: null,
      decidedAt: null,
      createdAt: expect.any(String),
    });
    expect(await read(acme.member, `/disputes/${dispute.id}`)).toEqual(dispute);
    const { items } = await readPage(acme.admin, '/disputes', { externalId: 'ticket-1' });
    expect(items).toEqual([dispute]);
  });

  test('a creator has one open dispute about a subject, and can open another one after its end', async () => {
    const subject = await rejectedCommission();
    const { id } = (await sendDispute(subject)).json.data;
    const second = await sendDispute({ ...subject, kind: 'commissionAmount' });
    expect([second.status, second.json.code, second.json.details[0].values]).toEqual([
      409,
      'dispute_exists',
      [id],
    ]);
    await close(id, 'reject');
    expect((await sendDispute(subject)).status).toBe(201);
  });

  test('two creators dispute the same order, and one creator misses several orders without an id', async () => {
    const { id: conversionId } = await recordOrder(acme.admin);
    const creators = [await invite(acme.admin), await invite(acme.admin)];
    for (const { id: affiliateId } of creators) {
      await openDispute(acme.admin, affiliateId, { kind: 'attribution', conversionId });
      for (const message of ['First', 'Second']) await openDispute(acme.admin, affiliateId, { message });
      const { total } = await readPage(acme.admin, '/disputes', { affiliateId });
      expect(total).toBe(3);
    }
  });

  test('refuses a subject that the kind does not have, or that the brand or the creator does not have', async () => {
    const { affiliateId, commissionId } = await rejectedCommission();
    const { id: other } = await invite(acme.admin);
    const unknown = (id: string) => `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`;
    expectError(await sendDispute({ affiliateId, kind: 'commissionAmount' }), invalidFields('commissionId'));
    expectError(
      await sendDispute({ affiliateId, kind: 'missingOrder', commissionId }),
      invalidFields('commissionId'),
    );
    const attribution = { affiliateId, kind: 'attribution', orderId: 'order-1' };
    expectError(
      await sendDispute({ ...attribution, conversionId: 'cnv_01JD0000000000000000000000' }),
      invalidFields('conversionId'),
    );
    const codes = [];
    for (const body of [
      { affiliateId: unknown(affiliateId), kind: 'missingOrder' },
      { affiliateId, kind: 'attribution', conversionId: 'cnv_01JD0000000000000000000000' },
      { affiliateId, kind: 'rejectedCommission', commissionId: unknown(commissionId) },
      { affiliateId: other, kind: 'rejectedCommission', commissionId },
    ]) {
      const { status, json } = await sendDispute(body);
      codes.push([status, json.code, json.details[0].path]);
    }
    expect(codes).toEqual([
      [400, 'reference_not_found', 'affiliateId'],
      [400, 'reference_not_found', 'conversionId'],
      [400, 'reference_not_found', 'commissionId'],
      [400, 'validation_failed', 'commissionId'],
    ]);
  });
});

describe('GET /v1/disputes', () => {
  test('lists the disputes of a status, of a creator, and of both, the newest first', async () => {
    const { id: affiliateId } = await invite(acme.admin);
    const ids: string[] = [];
    for (let index = 0; index < 3; index += 1) ids.unshift((await openDispute(acme.admin, affiliateId)).id);
    const [newest = '', ...older] = ids;
    await close(newest, 'accept');
    const idsOf = async (filters: object) =>
      (await readPage(acme.admin, '/disputes', { ...filters, limit: 3 })).items.map(({ id }) => id);
    expect(await idsOf({ affiliateId })).toEqual(ids);
    expect(await idsOf({ affiliateId, status: 'open' })).toEqual(older);
    expect(await idsOf({ affiliateId, status: 'open,accepted' })).toEqual(ids);
    expect((await idsOf({ status: 'accepted' }))[0]).toBe(newest);
  });
});

describe('POST /v1/disputes/{id}/accept, /reject and /withdraw', () => {
  test('an admin accepts a dispute with a resolution, which moves no money', async () => {
    const clock = fakeClock();
    const subject = await rejectedCommission();
    const { id } = (await sendDispute(subject)).json.data;
    const resolution = { conversionId: null, commissionId: subject.commissionId };
    clock.advance(60);
    const body = { reason: 'Restored', resolution: { commissionId: subject.commissionId } };
    expect((await close(id, 'accept', body, acme.member)).status).toBe(403);
    const answer = await close(id, 'accept', body);
    expect([answer.status, answer.json.data]).toMatchObject([
      200,
      { status: 'accepted', reason: 'Restored', resolution, decidedAt: clock.now().toISOString() },
    ]);
    expect(answer.json.data.decidedBy).toMatch(/^usr_/);
    expect((await read(acme.admin, `/commissions/${subject.commissionId}`)).status).toBe('rejected');
  });

  test('a repeated decision changes nothing, and another decision is a 409', async () => {
    const { id: affiliateId } = await invite(acme.admin);
    for (const [decision, others] of [
      ['accept', ['reject', 'withdraw']],
      ['reject', ['accept', 'withdraw']],
      ['withdraw', ['accept', 'reject']],
    ] as const) {
      const { id } = await openDispute(acme.admin, affiliateId);
      const { json } = await close(id, decision);
      expect((await close(id, decision, { reason: 'Again' })).json).toEqual(json);
      for (const other of others)
        expect((await close(id, other)).json.code, `${decision}, ${other}`).toBe('status_conflict');
    }
  });

  test('refuses a resolution that does not exist, and keeps the dispute open', async () => {
    const { id: affiliateId } = await invite(acme.admin);
    const { id } = await openDispute(acme.admin, affiliateId);
    const resolution = { commissionId: 'com_01JD0000000000000000000000' };
    const answer = await close(id, 'accept', { reason: 'Restored', resolution });
    expect([answer.status, answer.json.details[0].path]).toEqual([400, 'resolution.commissionId']);
    expect((await read(acme.admin, `/disputes/${id}`)).status).toBe('open');
  });

  test('a member withdraws a dispute without a reason', async () => {
    const { id: affiliateId } = await invite(acme.admin);
    const { id } = await openDispute(acme.admin, affiliateId);
    const answer = await send('POST', `/disputes/${id}/withdraw`, { token: acme.member });
    expect([answer.status, answer.json.data]).toMatchObject([200, { status: 'withdrawn', reason: null }]);
  });

  test('a dispute of another brand is a 404', async () => {
    const globex = await createBrand();
    const { id } = await openDispute(acme.admin, (await invite(acme.admin)).id);
    expectError(
      await close(id, 'reject', { reason: 'No' }, globex.admin),
      errorBody(404, 'Dispute not found'),
    );
  });

  test('each change of a dispute is an event', async () => {
    const { id: affiliateId } = await invite(acme.admin);
    for (const decision of ['accept', 'reject', 'withdraw'])
      await close((await openDispute(acme.admin, affiliateId)).id, decision);
    await recordAllEvents();
    const events = await followFeed(acme.admin, 'type=dispute.*');
    const own = events.filter(({ data }) => data.affiliateId === affiliateId);
    expect(own.map(({ type }) => type)).toEqual([
      'dispute.opened',
      'dispute.accepted',
      'dispute.opened',
      'dispute.rejected',
      'dispute.opened',
      'dispute.withdrawn',
    ]);
  });
});
