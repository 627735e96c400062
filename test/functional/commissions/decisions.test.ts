// Tests the bulk decisions that a worker takes in the background.
import { beforeEach, describe, expect, test } from 'vitest';
import { reconcileBrand } from '#lib/care/reconciliation/store/reconcile-brand.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import { putItem } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import type { Commission } from '#lib/money/commissions/schema/commission.ts';
import { commissionIndexKeys } from '#lib/money/commissions/writes.ts';
import { createCommission, someCommission } from '#test/support/commissions.ts';
import { createCampaign, invite, recordOrder } from '#test/support/creations.ts';
import { followFeed, recordAllEvents } from '#test/support/events.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { runAndKill } from '#test/support/interruptions.ts';
import { readPage } from '#test/support/lists.ts';
import { claimForPayout, read } from '#test/support/orders.ts';
import { runQueues } from '#test/support/queue-workers.ts';
import { errorBody, expectError, invalidFields } from '#test/support/refusals.ts';
import { createBrand, send, type TestBrand } from '#test/support/service.ts';
import { continueToCompletion, dispatch, newChanges } from '#test/support/stream.ts';

let acme: TestBrand;
let affiliateId: string;
beforeEach(async () => {
  acme = await createBrand('scale');
  affiliateId = (await invite(acme.admin)).id;
});

const commission = (given: Partial<Commission> = {}) =>
  createCommission({ brandId: acme.brand.id, affiliateId, ...given });

const decide = (body: object, token = acme.admin) => send('POST', '/commissions/decisions', { token, body });
const approveAll = (filter: object = {}) =>
  decide({ decision: 'approve', filter: { status: 'pending', ...filter } });
const rejectAll = (filter: object = {}) =>
  decide({ decision: 'reject', filter: { status: 'approved', ...filter }, reason: 'Fraud' });

const readDecision = (id: string) => read(acme.member, `/commissions/decisions/${id}`);

async function completed(answer: ReturnType<typeof decide>) {
  const { status, json } = await answer;
  expect(status).toBe(202);
  await continueToCompletion();
  return readDecision(json.data.id);
}

const totalOf = async (status: string) => (await readPage(acme.admin, '/commissions', { status })).total;

describe('POST /v1/commissions/decisions', () => {
  test('approves more commissions than a request decides, in the name of the caller', async () => {
    const [first] = [await commission()];
    for (let index = 0; index < 100; index += 1) await commission();
    const held = { reason: 'selfReferral', since: now().toISOString() } as const;
    await commission({ hold: held });
    const { json } = await approveAll();
    const { requestedBy } = json.data;
    expect(json.data).toEqual({
      id: expect.stringMatching(/^dec_[0-9A-Z]{26}$/),
      decision: 'approve',
      filter: { status: 'pending', held: false },
      reason: null,
      status: 'running',
      ...{ matched: 0, decided: 0, skipped: 0, failed: 0, errors: [] },
      requestedBy: expect.stringMatching(/^usr_/),
      createdAt: expect.any(String),
      completedAt: null,
    });
    await recordAllEvents();
    expect(await readDecision(json.data.id)).toEqual({
      ...json.data,
      status: 'completed',
      matched: 101,
      decided: 101,
      completedAt: expect.any(String),
    });
    expect([await totalOf('approved'), await totalOf('pending')]).toEqual([101, 1]);
    expect(await read(acme.admin, `/commissions/${first.id}`)).toMatchObject({ approvedBy: requestedBy });
    const events = await followFeed(acme.admin, `resourceId=${first.id}`);
    expect(events.find(({ type }) => type === 'commission.approved')).toMatchObject({
      data: { approvedBy: requestedBy },
      actor: { id: requestedBy },
    });
  });

  test('rejects the commissions of a campaign, and counts those that cannot be rejected', async () => {
    const { id: campaignId } = await createCampaign(acme.admin, { status: 'active' });
    const rejected = await commission({ campaignId, status: 'approved' });
    const claimed = await commission({ campaignId, status: 'approved' });
    await claimForPayout(acme.brand.id, claimed.id);
    await commission({ status: 'approved' });
    const decision = await completed(rejectAll({ campaignId }));
    expect(decision).toMatchObject({ reason: 'Fraud', matched: 2, decided: 1, skipped: 0, failed: 1 });
    expect(decision.errors).toEqual([
      { commissionId: claimed.id, code: 'commission_in_payout', message: expect.any(String) },
    ]);
    expect(await read(acme.admin, `/commissions/${rejected.id}`)).toMatchObject({
      status: 'rejected',
      reason: 'Fraud',
    });
    expect(await totalOf('approved')).toBe(2);
  });

  test('a commission that cannot be read fails alone', async () => {
    const broken = someCommission({ brandId: acme.brand.id, affiliateId }, now());
    const item = { ...keys.item(acme.brand.id, 'commission', broken.id), ...commissionIndexKeys(broken) };
    await putItem({ Item: { ...item, id: broken.id, status: 'pending' } });
    await commission();
    expect(await completed(approveAll())).toMatchObject({
      ...{ matched: 2, decided: 1, failed: 1 },
      errors: [{ commissionId: broken.id, code: 'internal_error' }],
    });
  });

  test('leaves out commissions that are created after the request, and those of another time or creator', async () => {
    const clock = fakeClock();
    const { id } = await commission();
    const other = await invite(acme.admin);
    await commission({ affiliateId: other.id });
    clock.advance(60);
    const createdTo = clock.now().toISOString();
    clock.advance(60);
    await commission();
    clock.advance(60);
    const { json } = await approveAll({ affiliateId, createdTo });
    clock.advance(60);
    await continueToCompletion();
    expect(await readDecision(json.data.id)).toMatchObject({ status: 'completed', matched: 1, decided: 1 });
    expect(await read(acme.admin, `/commissions/${id}`)).toMatchObject({ status: 'approved' });
    const ofAll = await approveAll();
    clock.advance(60);
    await commission();
    await continueToCompletion();
    expect(await readDecision(ofAll.json.data.id)).toMatchObject({ matched: 2, decided: 2 });
    const future = { createdFrom: '2099-01-01' };
    expect(await completed(approveAll(future))).toMatchObject({ status: 'completed', matched: 0 });
    expect(await totalOf('pending')).toBe(1);
  });

  test('skips a commission that changes between its search and its decision', async () => {
    const { id } = await commission();
    const { json } = await approveAll();
    for (const batch of await newChanges()) await dispatch(batch);
    const isDead = await runAndKill(() => runQueues(['payouts']), { call: 6, moment: 'before' }).catch(
      () => true,
    );
    expect(isDead).toBe(true);
    await send('PATCH', `/commissions/${id}/reject`, { token: acme.admin, body: { reason: 'Fraud' } });
    await runQueues(['payouts']);
    expect(await readDecision(json.data.id)).toMatchObject({
      ...{ status: 'completed', matched: 1, decided: 0, skipped: 1, failed: 0 },
    });
    expect(await totalOf('rejected')).toBe(1);
  });

  test('a brand has one running approval, and one rejection beside it', async () => {
    const { json } = await approveAll();
    const second = await approveAll();
    expect([second.status, second.json.code, second.json.details[0].values]).toEqual([
      409,
      'decision_in_progress',
      [json.data.id],
    ]);
    expect((await completed(rejectAll())).status).toBe('completed');
    expect((await approveAll()).status).toBe(202);
  });

  test('refuses members, and a filter or a reason that the decision does not have', async () => {
    const filter = { status: 'pending' };
    expect((await decide({ decision: 'approve', filter }, acme.member)).status).toBe(403);
    const wrong: readonly (readonly [object, string])[] = [
      [{ decision: 'approve', filter: { status: 'approved' } }, 'filter.status'],
      [{ decision: 'approve', filter, reason: 'Fine' }, 'reason'],
      [{ decision: 'reject', filter }, 'reason'],
      [{ decision: 'pay', filter }, 'decision'],
      [
        { decision: 'approve', filter: { ...filter, createdFrom: '2026-01-02', createdTo: '2026-01-01' } },
        'filter.createdFrom',
      ],
    ];
    for (const [body, field] of wrong) expectError(await decide(body), invalidFields(field));
  });
});

describe('GET /v1/commissions/decisions/{id}', () => {
  test('returns 404 for a decision that the brand does not have', async () => {
    const path = `/commissions/decisions/${newId('decision', now())}`;
    expectError(await send('GET', path, { token: acme.admin }), errorBody(404, 'Decision not found'));
  });
});

test.each(['before', 'after'] as const)(
  'a decision counts each commission once when its worker is killed %s each of its calls',
  async (moment) => {
    const { trackingCode } = await invite(acme.admin);
    for (let index = 0; index < 3; index += 1) await recordOrder(acme.admin, { trackingCode });
    const { json } = await approveAll();
    for (const batch of await newChanges()) await dispatch(batch);
    let kills = 0;
    for (let isIdle = false; !isIdle; ) {
      for (let call = 1, isKilled = true; isKilled; call += 1) {
        const run = () => runQueues(['payouts']);
        const result = await runAndKill(run, { call, moment }).catch(() => undefined);
        isKilled = result?.hasDied !== false;
        if (isKilled) kills += 1;
        else isIdle = result?.answer === 0;
      }
    }
    expect(kills).toBeGreaterThan(5);
    expect(await readDecision(json.data.id)).toMatchObject({
      ...{ status: 'completed', matched: 3, decided: 3, skipped: 0, failed: 0 },
    });
    expect(await totalOf('approved')).toBe(3);
    await recordAllEvents();
    expect((await reconcileBrand(acme.brand.id)).differences).toEqual([]);
  },
);
