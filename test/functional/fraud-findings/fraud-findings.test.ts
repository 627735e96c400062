import { beforeAll, describe, expect, test } from 'vitest';
import { fraudRuleNames } from '#lib/access/brands/rules/fraud-rules.ts';
import { reconcileBrand } from '#lib/care/reconciliation/store/reconcile-brand.ts';
import { noEvidence } from '#lib/money/fraud/rules/evidence.ts';
import { createDiscount, createFinding, inviteActive, patch } from '#test/support/creations.ts';
import { followFeed, recordAllEvents } from '#test/support/events.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import type { Json } from '#test/support/json.ts';
import { readPage } from '#test/support/lists.ts';
import { commissionOf, read, recordOrder, sendOrder, sendOrders, unusedOrder } from '#test/support/orders.ts';
import { errorBody, expectError } from '#test/support/refusals.ts';
import { createBrand, newToken, send, type TestBrand } from '#test/support/service.ts';

let acme: TestBrand;
beforeAll(async () => {
  acme = await createBrand('scale');
});

const setRules = (fraudRules: object, { admin } = acme) => patch(admin, '/brand', { fraudRules });

const findingsOf = async (affiliateId: string, query: object = {}): Promise<readonly Json[]> =>
  (await readPage(acme.admin, '/fraud-findings', { affiliateId, ...query })).items;

const decide = (id: string, decision: string, token = acme.admin) =>
  send('POST', `/fraud-findings/${id}/decide`, { token, body: { decision } });

const decided = async (id: string, decision: string): Promise<Json> => {
  const answer = await decide(id, decision);
  expect(answer.status, answer.text).toBe(200);
  return answer.json.data;
};

const commissionOfFinding = ({ commissionId }: Json): Promise<Json> =>
  read(acme.admin, `/commissions/${commissionId}`);

describe('PATCH /v1/brand (fraudRules)', () => {
  test('sets one rule, keeps the others, and turns a rule off with null', async () => {
    const { admin } = await createBrand('scale');
    const rulesAfter = async (fraudRules: object) =>
      (await patch(admin, '/brand', { fraudRules })).fraudRules;
    const off = Object.fromEntries(fraudRuleNames.map((name) => [name, null]));
    expect((await read(admin, '/brand')).fraudRules).toEqual(off);
    const [hold, notify] = [{ action: 'hold' }, { action: 'notify' }];
    expect(await rulesAfter({ selfReferral: hold })).toEqual({ ...off, selfReferral: hold });
    const both = { ...off, selfReferral: hold, beatenClick: notify };
    expect(await rulesAfter({ beatenClick: notify })).toEqual(both);
    expect(await rulesAfter({ selfReferral: null })).toEqual({ ...off, beatenClick: notify });
    const unknown = { selfReferral: { action: 'ban' } };
    const answer = await send('PATCH', '/brand', { token: admin, body: { fraudRules: unknown } });
    expect([answer.status, answer.json.details[0].path]).toEqual([400, 'fraudRules.selfReferral.action']);
  });

  test('a self-referral is held as before and creates no finding while no rule is set', async () => {
    const { admin } = await createBrand('scale');
    const { email, trackingCode } = await inviteActive(admin);
    const order = await recordOrder(admin, { trackingCode, customerEmail: email });
    expect(await commissionOf(admin, order)).toMatchObject({ hold: { reason: 'selfReferral' } });
    expect((await readPage(admin, '/fraud-findings')).total).toBe(0);
  });
});

describe('the rule selfReferral', () => {
  test('finds an order whose customer has another spelling of the mailbox of the creator', async () => {
    await setRules({ selfReferral: { action: 'hold' }, beatenClick: null });
    const unique = unusedOrder().slice(6);
    const { id, trackingCode } = await inviteActive(acme.admin, { email: `ada.${unique}@gmail.com` });
    const customerEmail = `A.d.a.${unique}+shop@googlemail.com`;
    const order = await recordOrder(acme.admin, { trackingCode, customerEmail });
    const [finding] = await findingsOf(id);
    const evidence = { ...noEvidence, match: 'mailbox' };
    expect(finding).toEqual({
      id: expect.stringMatching(/^frd_[0-9A-Z]{26}$/),
      type: 'order',
      affiliateId: id,
      orderId: order.orderId,
      conversionId: order.id,
      commissionId: order.commissionId,
      hits: [{ rule: 'selfReferral', action: 'hold', ...evidence }],
      status: 'open',
      note: null,
      decidedBy: null,
      decidedAt: null,
      createdAt: order.createdAt,
    });
    expect(await read(acme.member, `/fraud-findings/${finding.id}`)).toEqual(finding);
    expect(JSON.stringify(finding)).not.toContain(customerEmail);
    expect(await commissionOf(acme.admin, order)).toMatchObject({ hold: { reason: 'selfReferral' } });
  });

  test('finds a customer whose id is the external id of the creator, and holds the commission', async () => {
    await setRules({ selfReferral: { action: 'hold' }, beatenClick: null });
    const externalId = unusedOrder();
    const { id, trackingCode } = await inviteActive(acme.admin, { externalId });
    const own = await recordOrder(acme.admin, { trackingCode, customerId: externalId });
    const other = await recordOrder(acme.admin, { trackingCode, customerId: 'somebody' });
    const found = await findingsOf(id);
    expect(found.map(({ conversionId, hits }) => [conversionId, hits[0].match])).toEqual([
      [own.id, 'externalId'],
    ]);
    expect(await commissionOf(acme.admin, own)).toMatchObject({
      ...{ status: 'pending', hold: { reason: 'fraudRule' } },
    });
    expect(await commissionOf(acme.admin, other)).toMatchObject({ status: 'pending', hold: null });
  });

  test('a finding does not hold a commission if the action is notify', async () => {
    await setRules({ selfReferral: { action: 'notify' }, beatenClick: null });
    const externalId = unusedOrder();
    const { id, trackingCode } = await inviteActive(acme.admin, { externalId });
    const order = await recordOrder(acme.admin, { trackingCode, customerId: externalId });
    expect(await findingsOf(id)).toHaveLength(1);
    expect(await commissionOf(acme.admin, order)).toMatchObject({ status: 'pending', hold: null });
  });

  test('an order counts, its commission is rejected with a reason, and the ledger is exact if the action is reject', async () => {
    const { brand, admin } = await createBrand('scale');
    await setRules({ selfReferral: { action: 'reject' } }, { ...acme, admin });
    const { id, email, trackingCode } = await inviteActive(admin);
    const order = await recordOrder(admin, { trackingCode, customerEmail: email });
    expect(await commissionOf(admin, order)).toMatchObject({
      ...{ status: 'rejected', amount: 10, hold: null, payoutId: null },
      reason: 'The order matches a rule of the brand against fraud',
    });
    expect((await readPage(admin, '/fraud-findings', { affiliateId: id })).total).toBe(1);
    const { total } = await readPage(admin, '/conversions', { affiliateId: id });
    expect(total).toBe(1);
    expect((await reconcileBrand(brand.id)).differences).toEqual([]);
  });
});

describe('the rule beatenClick', () => {
  async function beaten() {
    const [owner, clicked] = [await inviteActive(acme.admin), await inviteActive(acme.admin)];
    const { code } = await createDiscount(acme.admin, owner.id);
    const path = `/tracking/ref/${clicked.trackingCode}`;
    const { clickId } = (await send('POST', path, { token: acme.admin })).json.data;
    return { owner, clicked, code, clickId };
  }

  test('finds a code that wins over the click of another creator', async () => {
    await setRules({ selfReferral: null, beatenClick: { action: 'hold' } });
    const { owner, clicked, code, clickId } = await beaten();
    const order = await recordOrder(acme.admin, { discountCode: code, clickId });
    const [finding] = await findingsOf(owner.id);
    expect(finding.hits).toEqual([
      {
        ...{ ...noEvidence, rule: 'beatenClick', action: 'hold', match: 'click' },
        ...{ clickId, otherAffiliateId: clicked.id },
      },
    ]);
    expect(await commissionOf(acme.admin, order)).toMatchObject({ hold: { reason: 'fraudRule' } });
  });

  test('ignores the own click of the creator, an unknown click and an order without a click', async () => {
    await setRules({ selfReferral: null, beatenClick: { action: 'hold' } });
    const { owner, clicked, code, clickId } = await beaten();
    const own = await createDiscount(acme.admin, clicked.id);
    await recordOrder(acme.admin, { discountCode: own.code, clickId });
    await recordOrder(acme.admin, { discountCode: code, clickId: 'clk_01JD0000000000000000000000' });
    await recordOrder(acme.admin, { discountCode: code });
    expect([...(await findingsOf(owner.id)), ...(await findingsOf(clicked.id))]).toEqual([]);
  });
});

describe('the recording of orders', () => {
  test('an order that is recorded three times at once and in bulk has one finding', async () => {
    await setRules({ selfReferral: { action: 'hold' }, beatenClick: null });
    const { id, email, trackingCode } = await inviteActive(acme.admin);
    const order = { orderId: unusedOrder(), amount: 50, trackingCode, customerEmail: email };
    const answers = await Promise.all([1, 2, 3].map(() => sendOrder(acme.admin, order)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 201]);
    const bulk = await sendOrders(acme.admin, [order, { ...order, orderId: unusedOrder() }]);
    expect(bulk.status).toBe(200);
    expect(await findingsOf(id)).toHaveLength(2);
  });

  test('a test order, an order that is settled elsewhere and a dry run have no finding', async () => {
    await setRules({ selfReferral: { action: 'reject' }, beatenClick: null });
    const { id, email, trackingCode } = await inviteActive(acme.admin);
    const own = { amount: 50, trackingCode, customerEmail: email };
    await recordOrder(acme.admin, { ...own, isTest: true });
    await recordOrder(acme.admin, { ...own, settledElsewhere: true });
    await sendOrder(acme.admin, { orderId: unusedOrder(), ...own }, '?dryRun=true');
    expect(await findingsOf(id)).toEqual([]);
  });
});

describe('POST /v1/fraud-findings/{id}/decide', () => {
  test('a dismissal releases the hold, and a repetition changes nothing', async () => {
    const finding = await createFinding(acme.admin);
    const after = await decided(finding.id, 'dismiss');
    expect(after).toMatchObject({ status: 'dismissed', decidedBy: expect.stringMatching(/^usr_/) });
    expect(await commissionOfFinding(finding)).toMatchObject({ status: 'pending', hold: null });
    expect(await decided(finding.id, 'dismiss')).toEqual(after);
    expectError(
      await decide(finding.id, 'confirm'),
      errorBody(409, 'A finding that is dismissed cannot become confirmed'),
    );
    expect((await reconcileBrand(acme.brand.id)).differences).toEqual([]);
  });

  test('a dismissal after the hold period approves the commission', async () => {
    const clock = fakeClock();
    const finding = await createFinding(acme.admin);
    clock.advance(40 * 86_400);
    const { token } = await newToken(acme.brand.id, 'admin');
    expect((await decide(finding.id, 'dismiss', token)).status).toBe(200);
    const after = await send('GET', `/commissions/${finding.commissionId}`, { token });
    expect(after.json.data).toMatchObject({
      ...{ status: 'approved', hold: null, approvedBy: expect.stringMatching(/^usr_/) },
    });
  });

  test('a confirmation rejects the held commission, and the ledger is exact', async () => {
    const { brand, admin } = await createBrand('scale');
    const finding = await createFinding(admin);
    expect((await decide(finding.id, 'confirm', admin)).json.data.status).toBe('confirmed');
    expect(await read(admin, `/commissions/${finding.commissionId}`)).toMatchObject({ status: 'rejected' });
    expect((await reconcileBrand(brand.id)).differences).toEqual([]);
  });

  test('a dismissal restores a commission that a rule rejected, and the ledger is exact', async () => {
    const { brand, admin } = await createBrand('scale');
    const finding = await createFinding(admin, 'reject');
    expect((await decide(finding.id, 'dismiss', admin)).status).toBe(200);
    expect(await read(admin, `/commissions/${finding.commissionId}`)).toMatchObject({
      ...{ status: 'pending', hold: null, reason: null },
    });
    expect((await reconcileBrand(brand.id)).differences).toEqual([]);
  });

  test('a commission that a person rejected with another reason stays rejected after a dismissal', async () => {
    const finding = await createFinding(acme.admin);
    await patch(acme.admin, `/commissions/${finding.commissionId}/reject`, { reason: 'Returned' });
    await decided(finding.id, 'dismiss');
    expect(await commissionOfFinding(finding)).toMatchObject({ status: 'rejected', reason: 'Returned' });
  });

  test('a confirmation rejects an approved commission, because only payouts protect it', async () => {
    const finding = await createFinding(acme.admin, 'notify');
    await patch(acme.admin, `/commissions/${finding.commissionId}/approve`, {});
    await decided(finding.id, 'confirm');
    expect(await commissionOfFinding(finding)).toMatchObject({ status: 'rejected' });
  });

  test('the note of a decision is in the finding and in its event, and a repetition keeps the first note', async () => {
    const { admin: token } = await createBrand('scale');
    const { id } = await createFinding(token);
    const path = `/fraud-findings/${id}/decide`;
    const noted = (note: string) => send('POST', path, { token, body: { decision: 'dismiss', note } });
    expectError(
      await noted('x'.repeat(501)),
      errorBody(400, 'Invalid request body', [{ path: 'note', message: 'Must have at most 500 characters' }]),
    );
    expect((await noted('Her mother bought it')).json.data.note).toBe('Her mother bought it');
    expect((await noted('Another reason')).json.data.note).toBe('Her mother bought it');
    await recordAllEvents();
    const [event] = await followFeed(token, 'type=fraud_finding.dismissed');
    expect(event?.data.note).toBe('Her mother bought it');
    expect(event?.changes.note).toEqual({ before: null, after: 'Her mother bought it' });
  });

  test('a note about an erased creator is not stored', async () => {
    const { admin: token } = await createBrand('scale');
    const { id, affiliateId } = await createFinding(token);
    expect((await send('DELETE', `/affiliates/${affiliateId}/personal-data`, { token })).status).toBe(202);
    const body = { decision: 'confirm', note: 'Ada again' };
    const answer = await send('POST', `/fraud-findings/${id}/decide`, { token, body });
    expect(answer.json.data).toMatchObject({ status: 'confirmed', note: null });
  });

  test('one of two opposite decisions at once wins, and the commission follows it', async () => {
    const finding = await createFinding(acme.admin);
    const answers = await Promise.all(
      ['dismiss', 'confirm', 'dismiss', 'confirm'].map((decision) => decide(finding.id, decision)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409]);
    const { status } = await read(acme.admin, `/fraud-findings/${finding.id}`);
    const expected = status === 'dismissed' ? 'pending' : 'rejected';
    expect((await commissionOfFinding(finding)).status).toBe(expected);
  });

  test('the list filters by status, and members read it but cannot decide', async () => {
    const finding = await createFinding(acme.admin);
    const { affiliateId } = finding;
    expect(await findingsOf(affiliateId, { status: 'open' })).toEqual([finding]);
    expect((await decide(finding.id, 'confirm', acme.member)).status).toBe(403);
    await decided(finding.id, 'confirm');
    expect(await findingsOf(affiliateId, { status: 'open' })).toEqual([]);
    expect(await findingsOf(affiliateId, { status: 'confirmed' })).toHaveLength(1);
  });

  test('the list finds the finding of an order, and nothing for an order without one', async () => {
    const finding = await createFinding(acme.admin);
    const other = await recordOrder(acme.admin);
    const found = (conversionId: string) => readPage(acme.admin, '/fraud-findings', { conversionId });
    expect((await found(finding.conversionId)).items).toEqual([finding]);
    expect((await found(other.id)).items).toEqual([]);
    expect((await found(finding.id)).items).toEqual([]);
  });

  test('a finding of another brand is a 404', async () => {
    const globex = await createBrand('scale');
    const { id } = await createFinding(acme.admin);
    expectError(await decide(id, 'dismiss', globex.admin), errorBody(404, 'Fraud finding not found'));
  });

  test('each change of a finding is an event with the evidence', async () => {
    const { admin } = await createBrand('scale');
    for (const decision of ['dismiss', 'confirm'])
      expect((await decide((await createFinding(admin)).id, decision, admin)).status).toBe(200);
    await recordAllEvents();
    const events = await followFeed(admin, 'type=fraud_finding.*');
    expect(events.map(({ type }) => type)).toEqual([
      'fraud_finding.created',
      'fraud_finding.dismissed',
      'fraud_finding.created',
      'fraud_finding.confirmed',
    ]);
    expect(events[0]?.data.hits[0].rule).toBe('selfReferral');
  });
});
