// Approves commissions and creates, pays, cancels and reopens payouts while the stories happen.
import { expect } from 'vitest';
import type { Random } from '#infra/local/demo/random.ts';
import { workingStatuses } from '#lib/money/payouts/rules/working-statuses.ts';
import type { Json } from '#test/support/json.ts';
import type { Answer, Send } from '#test/support/service.ts';
import type { ServiceProcess } from '#test/support/service-process.ts';
import { settleMeanwhile } from './months.ts';
import { askOnce } from './scene.ts';
import type { World } from './world.ts';

export interface Background {
  readonly world: World;
  readonly random: Random;
  /** The ids of all payouts that have been ready. */
  readonly payouts: string[];
}

/** Work that happens beside the stories. It never changes what a creator earns with an order. */
export type Work = (worker: Pick<ServiceProcess, 'send' | 'invoke'>, background: Background) => Promise<void>;

const get = (by: Send, { token }: World, path: string): Promise<Answer> =>
  askOnce(by, token, { method: 'GET', path }, [200]);

const idsOf = async (by: Send, world: World, path: string): Promise<readonly string[]> =>
  (await get(by, world, path)).json.data.map(({ id }: Json) => id);

const approve: Work = async ({ send }, { world }) => {
  const ids = await idsOf(send, world, '/commissions?status=pending&limit=30');
  if (ids.length === 0) return;
  await askOnce(send, world.token, { method: 'POST', path: '/commissions/approve', body: { ids } }, [200]);
};

const payOrCancel: Work = async ({ send }, { world, random, payouts }) => {
  // 200: nothing is payable. 409: another payout is preparing or being canceled.
  const request = { method: 'POST', path: '/payouts', body: { minimum: 1 } } as const;
  await askOnce(send, world.token, request, [200, 201, 409]);
  for (const id of await idsOf(send, world, '/payouts?status=ready&limit=5')) {
    // The first payout is paid, so that each run has a paid one.
    const isPaid = payouts.length === 0 || random.next() < 0.7;
    payouts.push(id);
    const body = isPaid ? { status: 'paid', reference: `transfer of ${id}` } : { status: 'canceled' };
    // 409: another worker has already paid or canceled this payout.
    await askOnce(send, world.token, { method: 'PATCH', path: `/payouts/${id}`, body }, [200, 409]);
  }
};

/** Marks a random line of a ready or paid payout. */
const mark: Work = async ({ send }, { world, random }) => {
  const [id] = await idsOf(send, world, '/payouts?status=ready,paid&limit=1');
  if (id === undefined) return;
  const { json } = await get(send, world, `/payouts/${id}`);
  const line = random.pick<Json>(json.data.lines);
  if (line === undefined) return;
  const path = `/payouts/${id}/lines/${line.affiliateId}`;
  const body = { status: random.pick(['paid', 'failed']) };
  // 409: the line has failed, or another worker cancels or changes the payout.
  await askOnce(send, world.token, { method: 'PATCH', path, body }, [200, 409]);
};

/** Keeps one of the paid payouts, so that each run ends with a paid one. */
const reopen: Work = async ({ send }, { world, random }) => {
  const [, ...ids] = await idsOf(send, world, '/payouts?status=paid&limit=5');
  if (ids.length === 0) return;
  const path = `/payouts/${random.pick(ids)}/reopen`;
  const body = { reason: 'The bank has rejected it' };
  // 409: another worker has already reopened this payout.
  await askOnce(send, world.token, { method: 'POST', path, body }, [200, 409]);
};

const messageOf = ({ brandId }: World, id: string) => ({
  Records: [{ body: JSON.stringify({ brandId, id }) }],
});

/** Continues payouts, because the queue has no consumer in this test. The calls meet the same faults as all other calls. */
const continuePayouts: Work = async ({ send, invoke }, { world, random }) => {
  const status = random.pick(workingStatuses);
  for (const id of await idsOf(send, world, `/payouts?status=${status}&limit=5`)) {
    await invoke('queues/advance-payouts.ts', messageOf(world, id)).catch((error: unknown) => {
      expect(String(error)).toContain('busy');
    });
  }
};

/** Rare, because it reads the whole ledger. */
const settle: Work = async (_, { world, random }) => {
  if (random.next() < 0.1) await settleMeanwhile(world);
};

export const backgroundWork: readonly Work[] = [approve, payOrCancel, reopen, mark, continuePayouts, settle];
