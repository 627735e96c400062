// Sends random changes of a program from several workers at once, and counts the effects by the type of their events.
import type { Random } from '#infra/local/demo/random.ts';
import type { EventType } from '#lib/foundation/contract/event-types.ts';
import { createCampaign, createDiscount, inviteActive, unusedCode, unusedOrder } from './creations.ts';
import type { Json } from './json.ts';
import { createBrand, send } from './service.ts';
import { byWorkers } from './workers.ts';

interface Order {
  readonly id: string;
  readonly commissionId: string | null;
}

export interface History {
  readonly token: string;
  readonly brandId: string;
  readonly creators: readonly Json[];
  /** The number of events that the successful requests must cause, of the types that a response determines. */
  readonly expected: ReadonlyMap<EventType, number>;
  readonly orders: readonly Order[];
  /** Sends `count` random requests from 8 workers. */
  readonly send: (count: number) => Promise<void>;
}

type Action = () => Promise<unknown>;

const workers = 8;

export async function createHistory(random: Random): Promise<History> {
  const { admin: token, brand } = await createBrand('scale');
  const campaign = await createCampaign(token, { status: 'active' });
  const rates = [undefined, { type: 'percentage', value: 33.33 }, { type: 'fixed', value: 2.5 }];
  const creators: Json[] = [];
  for (const commissionOverride of rates) creators.push(await inviteActive(token, { commissionOverride }));
  const codes: string[] = [];
  for (const { id } of creators)
    codes.push((await createDiscount(token, id, { campaignId: campaign.id })).code);
  const expected = new Map<EventType, number>([['affiliate.activated', creators.length]]);
  const orders: Order[] = [];
  const decisions = new Set<string>();

  /** Counts the effect if the request succeeds and changes something. A second approval of a commission succeeds without an effect. */
  const request = async (method: string, path: string, body: object | undefined, type?: EventType) => {
    const { status, json } = await send(method, path, { token, body });
    if (status >= 500) throw new Error(`${method} ${path} returned ${status}`);
    const isRepeated = decisions.has(path);
    if (status < 300 && /\/(approve|reject)$/.test(path)) decisions.add(path);
    if (status < 300 && json.data !== null && !isRepeated && type !== undefined)
      expected.set(type, (expected.get(type) ?? 0) + 1);
    return status < 300 ? json.data : undefined;
  };
  const ofOrder = async (act: (order: Order) => Promise<unknown>) => {
    const order = random.pick(orders);
    if (order !== undefined) await act(order);
  };
  const decide = (decision: 'approve' | 'reject', type: EventType) => () =>
    ofOrder(async ({ commissionId }) => {
      const body = decision === 'reject' ? { reason: 'Drawn' } : undefined;
      if (commissionId !== null)
        await request('PATCH', `/commissions/${commissionId}/${decision}`, body, type);
    });

  const recordOrder = async (): Promise<void> => {
    const creator = random.between(0, creators.length - 1);
    const reference = random.pick([
      { trackingCode: creators[creator]?.trackingCode },
      { discountCode: codes[creator] },
      {},
    ]);
    const body = { orderId: unusedOrder(), amount: random.between(100, 50_000) / 100, ...reference };
    const order = await request('POST', '/conversions', body, 'conversion.recorded');
    if (order !== undefined) orders.push(order);
  };
  const refund = () =>
    ofOrder(({ id }) => {
      const amount = random.next() < 0.5 ? undefined : random.between(1, 5000) / 100;
      const body = { refundId: unusedOrder(), amount };
      return request('POST', `/conversions/${id}/refunds`, body, 'conversion.refunded');
    });
  /** The service also cancels payouts, because they have nothing to pay. */
  const pay = async (): Promise<void> => {
    const payout = await request('POST', '/payouts', {}, 'payout.created');
    if (payout?.status !== 'ready') return;
    const isPaid = random.next() < 0.6;
    const body = isPaid ? { status: 'paid', reference: 'Drawn' } : { status: 'canceled' };
    await request('PATCH', `/payouts/${payout.id}`, body, isPaid ? 'payout.paid' : undefined);
    if (!isPaid || random.next() < 0.5) return;
    await request('POST', `/payouts/${payout.id}/reopen`, { reason: 'Drawn' }, 'payout.reopened');
  };
  const rename = async (): Promise<void> => {
    const path = `/affiliates/${random.pick(creators).id}`;
    await request('PATCH', path, { name: unusedCode() }, 'affiliate.updated');
  };
  const actions: readonly [Action, ...Action[]] = [
    recordOrder,
    recordOrder,
    recordOrder,
    refund,
    decide('approve', 'commission.approved'),
  ];
  const rareActions: readonly [Action, ...Action[]] = [decide('reject', 'commission.rejected'), pay, rename];

  return {
    token,
    brandId: brand.id,
    creators,
    expected,
    orders,
    send: (count) =>
      byWorkers(
        Array.from({ length: workers }, (_, index) => index),
        Array.from({ length: count }, () => random.pick(random.next() < 0.8 ? actions : rareActions)),
        (action) => action(),
      ),
  };
}
