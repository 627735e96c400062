// Tests that orders have the same receipts and commissions whether they are sent at their time or all together at the end.
import { expect, test } from 'vitest';
import type { Random } from '#infra/local/demo/random.ts';
import { createCampaign, inviteActive, patch, unusedCode } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import type { Json } from '#test/support/json.ts';
import { walk } from '#test/support/lists.ts';
import { recordOrder, sendOrders } from '#test/support/orders.ts';
import { seededRandom } from '#test/support/random.ts';
import { createBrand, send } from '#test/support/service.ts';
import { sized } from '#test/support/size.ts';

const steps = sized(70, 70, 40);
/** Longer than the clock skew, within which an order may be older than its code. */
const secondsPerStep = 600;

/** A brand and the ids of what it contains, in the order of their creation, which is the same in both brands. */
interface Program {
  readonly token: string;
  readonly creators: Json[];
  readonly campaigns: Json[];
  readonly clickIds: string[];
  /** The ids of the present discounts by the position of their code. */
  readonly discounts: Map<number, string>;
}

const codes = [unusedCode(), unusedCode()];

async function createProgram(): Promise<Program> {
  const { admin: token } = await createBrand('scale');
  const campaigns = [
    await createCampaign(token, { status: 'active', commission: { type: 'percentage', value: 30 } }),
    await createCampaign(token, { status: 'active' }),
  ];
  const creators = [await inviteActive(token), await inviteActive(token)];
  return { token, creators, campaigns, clickIds: [], discounts: new Map() };
}

type Action = (program: Program) => Promise<unknown>;

/** Draws a change of the program. Both brands make it, and the service refuses it in both or in none. */
function drawnChange(random: Random): Action {
  const [one, other, code] = [random.next(), random.between(0, 1), random.between(0, 1)];
  const value = random.between(1, 50);
  const commission = random.next() < 0.3 ? null : { type: 'percentage', value };
  const [group, terms] = [one < 0.7 ? 'vip' : null, commission && { rate: commission }];
  const status = random.pick(['active', 'paused', 'active', 'paused', 'banned'] as const);
  const campaignOf = ({ campaigns }: Program) => campaigns[other].id;
  const creatorOf = ({ creators }: Program) => creators[Math.floor(one * creators.length)];
  const request = ({ token }: Program, method: 'PATCH' | 'PUT' | 'DELETE', path: string, body?: object) =>
    send(method, path, { token, ...(body && { body }) });
  const membership = (program: Program) =>
    `/campaigns/${campaignOf(program)}/affiliates/${creatorOf(program).id}`;
  return random.pick<Action>([
    (program) => giveCode(program, code, creatorOf(program).id, one < 0.7 ? campaignOf(program) : null),
    (program) => giveCode(program, code, creatorOf(program).id, one < 0.7 ? campaignOf(program) : null),
    (program) => request(program, 'PATCH', `/affiliates/${creatorOf(program).id}`, { status }),
    (program) => request(program, 'PATCH', `/affiliates/${creatorOf(program).id}`, { status }),
    (program) =>
      request(program, 'PATCH', `/affiliates/${creatorOf(program).id}`, { commissionOverride: commission }),
    (program) => request(program, 'PATCH', `/affiliates/${creatorOf(program).id}`, { group }),
    (program) => request(program, 'PUT', '/affiliate-groups/vip/terms', { terms }),
    (program) => request(program, 'PATCH', `/campaigns/${campaignOf(program)}`, { commission }),
    (program) =>
      request(program, 'PATCH', `/campaigns/${campaignOf(program)}`, {
        status: value < 25 ? 'active' : 'paused',
      }),
    ({ token }) => patch(token, '/brand', { commission: { type: 'percentage', value } }),
    (program) => request(program, 'PUT', membership(program), {}),
    (program) => request(program, 'DELETE', membership(program)),
    async ({ token, creators }) => creators.push(await inviteActive(token)),
    (program) => click(program, creatorOf(program).trackingCode, campaignOf(program)),
    (program) => click(program, creatorOf(program).trackingCode, campaignOf(program)),
  ]);
}

/** Creates the discount, or deletes the one that has the code. */
async function giveCode(
  { token, discounts }: Program,
  code: number,
  affiliateId: string,
  campaignId: string | null,
) {
  const existing = discounts.get(code);
  if (existing !== undefined) {
    discounts.delete(code);
    return send('DELETE', `/discounts/${existing}`, { token });
  }
  const body = { code: codes[code], type: 'percentage', value: 10, affiliateId };
  const { json } = await send('POST', '/discounts', {
    token,
    body: { ...body, ...(campaignId && { campaignId }) },
  });
  return discounts.set(code, json.data.id);
}

async function click({ token, clickIds }: Program, trackingCode: string, campaignId: string) {
  const { json } = await send('POST', `/tracking/ref/${trackingCode}`, { token, body: { campaignId } });
  clickIds.push(json.data.clickId);
}

/** Draws an order, as a function because the values of its references differ between the brands. */
function drawnOrder(random: Random, orderId: string, occurredAt: string) {
  const [creator, click, code] = [random.next(), random.next(), random.between(0, 1)];
  const [hasCode, hasClick] = [random.next() < 0.6, random.next() < 0.4];
  return ({ creators, clickIds }: Program) => {
    const clickId = clickIds[Math.floor(click * clickIds.length)];
    return {
      orderId,
      occurredAt,
      amount: 100,
      trackingCode: creators[Math.floor(creator * creators.length)].trackingCode,
      ...(hasCode && { discountCode: codes[code] }),
      ...(hasClick && clickId !== undefined && { clickId }),
    };
  };
}

/** Replaces ids by positions, and omits what differs between a present and a deleted code. */
function outcomeOf({ creators, campaigns }: Program, { receipt }: Json, commission: Json | undefined) {
  const positionOf = (all: readonly Json[], id: string | null) => all.findIndex((each) => each.id === id);
  return {
    receipt: {
      ...receipt,
      candidates: receipt.candidates.map(
        ({ affiliateId, campaignId, reference: _, validTo: __, ...candidate }: Json) => ({
          ...candidate,
          creator: positionOf(creators, affiliateId),
          campaign: positionOf(campaigns, campaignId),
        }),
      ),
    },
    commission: commission && [commission.amount, commission.rate],
  };
}

async function outcomesOf(program: Program, orders: readonly Json[]) {
  const pages = await walk(program.token, '/commissions', { limit: 100 });
  const commissions = new Map(pages.flatMap(({ items }) => items).map((each) => [each.orderId, each]));
  return orders.map((order) => outcomeOf(program, order, commissions.get(order.orderId)));
}

test.each(Array.from({ length: sized(1, 12) }, (_, index) => index + 1))(
  'orders of a random program have the same receipts and commissions at their time and as a backfill (seed %s)',
  async (seed) => {
    const clock = fakeClock('2026-03-01T00:00:00.000Z');
    const random = seededRandom(seed, 'backfill');
    const [live, late] = [await createProgram(), await createProgram()];
    const [sent, backfill]: [Json[], object[]] = [[], []];
    for (let step = 0; step < steps; step += 1) {
      clock.advance(secondsPerStep);
      const change = drawnChange(random);
      await change(live);
      await change(late);
      clock.advance(secondsPerStep);
      const order = drawnOrder(random, `order-${step}`, clock.now().toISOString());
      sent.push(await recordOrder(live.token, order(live)));
      backfill.push(order(late));
    }
    const { json } = await sendOrders(late.token, backfill);
    const recorded = json.data.map(({ conversion }: Json) => conversion);
    expect(await outcomesOf(late, recorded)).toEqual(await outcomesOf(live, sent));
    const candidates = recorded.flatMap(({ receipt }: Json) => receipt.candidates);
    expect(candidates.filter(({ validTo }: Json) => validTo !== null).length).toBeGreaterThan(3);
    const reasons = new Set(candidates.flatMap((each: Json) => [each.reason, each.campaignReason]));
    expect(reasons.size).toBeGreaterThan(4);
  },
);
