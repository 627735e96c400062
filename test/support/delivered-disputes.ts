// Creates a brand whose disputes, fraud findings and bulk decisions are requested several times, and checks that each request took effect once.
import { expect } from 'vitest';
import { reconcileBrand } from '#lib/care/reconciliation/store/reconcile-brand.ts';
import { runInBatches } from './concurrent.ts';
import { createFinding, inviteActive, openDispute, recordOrder } from './creations.ts';
import { type Task, task } from './delivered-tasks.ts';
import { itemsOfType } from './items.ts';
import type { Json } from './json.ts';
import { readPage } from './lists.ts';
import { read } from './orders.ts';
import { runWorker } from './queue-workers.ts';
import { createBrand } from './service.ts';

/** This many disputes are closed in each way, and this many commissions are approved. */
const each = 3;
const closings = { accept: 'accepted', reject: 'rejected', withdraw: 'withdrawn' } as const;

export async function createDisputes() {
  const { admin: token, brand } = await createBrand('scale');
  const { id: affiliateId, trackingCode } = await inviteActive(token);
  await runInBatches(each, () => recordOrder(token, { trackingCode }));
  const disputes = (): Promise<Json[]> =>
    runInBatches(each, (index) => openDispute(token, affiliateId, { message: `Dispute ${index}` }));
  const closed = { accept: await disputes(), reject: await disputes(), withdraw: await disputes() };
  const findings = { dismiss: await createFinding(token), confirm: await createFinding(token) };
  const message = 'Please check it again';
  const decision = { decision: 'approve', filter: { status: 'pending', affiliateId } };
  const tasks: readonly Task[] = [
    ...Array.from({ length: each }, (_, index) =>
      task('disputes.create', '/disputes', [201, 409], {
        token,
        body: { affiliateId, kind: 'missingOrder', orderId: `missing-${index}`, message },
      }),
    ),
    ...Object.entries(closed).flatMap(([name, found]) =>
      found.map(({ id }) =>
        task(`disputes.${name}`, `/disputes/${id}/${name}`, [200, 200], { token, body: { reason: name } }),
      ),
    ),
    ...Object.entries(findings).map(([name, { id }]) =>
      task('fraudFindings.decide', `/fraud-findings/${id}/decide`, [200, 200], {
        token,
        body: { decision: name },
      }),
    ),
    task('commissions.decide', '/commissions/decisions', [202, 409], { token, body: decision }),
  ];
  return { token, brandId: brand.id, closed, findings, tasks };
}

export type Disputes = Awaited<ReturnType<typeof createDisputes>>;

/** The service processes have no workers, so the only decision is still running. */
async function completeDecision(token: string, brandId: string): Promise<void> {
  const decisions = (await itemsOfType('decision')).filter((item) => item.brandId === brandId);
  expect(decisions).toHaveLength(1);
  const id = String(decisions[0]?.id);
  await runWorker('payouts', { brandId, id });
  expect(await read(token, `/commissions/decisions/${id}`)).toMatchObject({
    ...{ status: 'completed', matched: each, decided: each },
  });
}

export async function expectDisputedOnce({ token, brandId, closed, findings }: Disputes): Promise<void> {
  for (const [name, status] of Object.entries(closings)) {
    for (const { id } of closed[name as keyof typeof closings])
      expect(await read(token, `/disputes/${id}`)).toMatchObject({ status, reason: name });
    expect((await readPage(token, '/disputes', { status })).total).toBe(each);
  }
  expect((await readPage(token, '/disputes', { status: 'open' })).total).toBe(each);
  for (const [name, finding, status] of [
    ['dismissed', findings.dismiss, 'pending'],
    ['confirmed', findings.confirm, 'rejected'],
  ] as const) {
    expect((await read(token, `/fraud-findings/${finding.id}`)).status).toBe(name);
    expect((await read(token, `/commissions/${finding.commissionId}`)).status).toBe(status);
  }
  await completeDecision(token, brandId);
  expect((await readPage(token, '/commissions', { status: 'approved' })).total).toBe(each);
  expect((await reconcileBrand(brandId)).differences).toEqual([]);
}
