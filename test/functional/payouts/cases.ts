// The cost budgets and situations of the endpoints of payouts. The first situation of each endpoint is a plain success.
import { defineCases } from '#test/support/define-cases.ts';
import { detailsPath, paypalDetails } from '#test/support/payment-details.ts';
import { at } from '#test/support/situation-helpers.ts';
import type { Situation, World } from '#test/support/situations.ts';

async function earner({ by, token, brandId }: World, amounts: readonly number[] = [500]): Promise<string> {
  const { id } = await by.inviteActive(token);
  for (const amount of amounts) {
    await by.createCommission({ brandId, affiliateId: id, status: 'approved', amount });
  }
  return id;
}

/** Creates a payout of one creator, which is ready at once. */
async function newPayout(world: World): Promise<string> {
  return (await newPayoutWithLine(world)).id;
}

async function newPayoutWithLine(world: World) {
  const affiliateId = await earner(world);
  const body = { affiliateIds: [affiliateId] };
  const { json } = await world.by.send('POST', '/payouts', { token: world.token, body });
  const { id } = json.data;
  return { id, affiliateId, line: `/payouts/${id}/lines/${affiliateId}` };
}

async function newPayableFile(world: World) {
  const payout = await newPayoutWithLine(world);
  await world.by.send('PUT', detailsPath(payout.affiliateId), { token: world.token, body: paypalDetails });
  return { ...payout, path: `/payouts/${payout.id}/files/paypal` };
}

const withResults = ({ id, affiliateId }: { id: string; affiliateId: string }, status: string) => ({
  path: `/payouts/${id}/results`,
  status: 200,
  body: { format: 'general', csv: `affiliateId,status\n${affiliateId},${status}\n` },
});

async function newPaidPayout(world: World) {
  const payout = await newPayoutWithLine(world);
  const body = { status: 'paid', reference: 'transfer-1' };
  await world.by.patch(world.token, `/payouts/${payout.id}`, body);
  return payout;
}

/** Creates an earlier payout first, because a brand's first payout also creates the pointer to the newest payout. */
const postPayout =
  (more: object = {}, query = ''): Situation =>
  async (world) => {
    await newPayout(world);
    const affiliateIds = [await earner(world)];
    return { path: `/payouts${query}`, status: query === '' ? 201 : 200, body: { affiliateIds, ...more } };
  };

/** Pays all approved commissions. A search for something payable also reads those of unpaid payouts. */
async function payAll({ by, token }: World): Promise<void> {
  const { status, json } = await by.send('POST', '/payouts', { token, body: { includeBanned: true } });
  if (status === 201) await by.patch(token, `/payouts/${json.data.id}`, { status: 'paid', reference: 'all' });
}

export const cases = defineCases({
  'payouts.create': {
    // Small payouts finish while the caller waits, in three steps of three or four round trips each. The search for something payable
    // takes two, because it must not begin before the check of other payouts has ended.
    budget: 18,
    budgetWithKey: 20,
    situations: {
      'of one creator': postPayout(),
      'of all creators': async (world) => {
        await payAll(world);
        await earner(world);
        return { path: '/payouts', status: 201 };
      },
      'of creators without earnings': async (world) => {
        await payAll(world);
        return { path: '/payouts', status: 200, body: { affiliateIds: [world.affiliateId] } };
      },
      'of creators above and below the minimum': async (world) => ({
        path: '/payouts',
        status: 201,
        body: {
          affiliateIds: [
            await earner(world, [100]),
            await earner(world, [5000]),
            await earner(world, [4000, 1000]),
          ],
          minimum: 50,
        },
      }),
      'of a paid and a banned creator': async (world) => {
        const banned = await earner(world);
        await world.by.patch(world.token, `/affiliates/${banned}`, { status: 'banned' });
        return { path: '/payouts', status: 201, body: { affiliateIds: [banned, await earner(world)] } };
      },
      'a dry run': postPayout({}, '?dryRun=true'),
      'of creators with details of a method': async (world) => {
        const { affiliateId } = await newPayableFile(world);
        const { brandId } = world;
        await world.by.createCommission({ brandId, affiliateId, status: 'approved', amount: 500 });
        const body = { affiliateIds: [affiliateId], paymentMethod: 'paypal' };
        return { path: '/payouts', status: 201, body };
      },
    },
  },
  'payouts.list': {
    budget: 2,
    situations: { all: at(() => '/payouts'), 'by status': at(() => '/payouts?status=ready') },
  },
  'payouts.get': {
    budget: 3,
    situations: {
      one: async (world) => ({ path: `/payouts/${await newPayout(world)}`, status: 200 }),
      'as CSV': async (world) => ({ path: `/payouts/${await newPayout(world)}.csv`, status: 200 }),
    },
  },
  'payouts.listLines': {
    budget: 2,
    situations: {
      all: async (world) => ({ path: `/payouts/${await newPayout(world)}/lines`, status: 200 }),
      excluded: async (world) => ({
        path: `/payouts/${await newPayout(world)}/lines?excluded=true`,
        status: 200,
      }),
    },
  },
  'payouts.update': {
    budget: 7,
    situations: {
      paid: async (world) => ({
        path: `/payouts/${await newPayout(world)}`,
        status: 200,
        body: { status: 'paid', reference: 'transfer-1' },
      }),
      canceled: async (world) => ({
        path: `/payouts/${await newPayout(world)}`,
        status: 200,
        body: { status: 'canceled' },
      }),
    },
  },
  'payouts.updateLine': {
    budget: 6,
    situations: {
      'failed after the payment': async (world) => ({
        path: (await newPaidPayout(world)).line,
        status: 200,
        body: { status: 'failed', reason: 'The account is closed' },
      }),
      'failed before the payment': async (world) => ({
        path: (await newPayoutWithLine(world)).line,
        status: 200,
        body: { status: 'failed' },
      }),
      'paid before the others': async (world) => ({
        path: (await newPayoutWithLine(world)).line,
        status: 200,
        body: { status: 'paid' },
      }),
    },
  },
  'payouts.listFiles': {
    budget: 3,
    situations: {
      all: async (world) => ({ path: `/payouts/${(await newPayableFile(world)).id}/files`, status: 200 }),
    },
  },
  'payouts.getFile': {
    budget: 4,
    situations: {
      'for PayPal': async (world) => ({ path: (await newPayableFile(world)).path, status: 200 }),
    },
  },
  'payouts.uploadResults': {
    // The payment of the whole payout takes one step more than that of a line.
    budget: 12,
    budgetWithKey: 14,
    situations: {
      'of all lines': async (world) => withResults(await newPayoutWithLine(world), 'paid'),
      'of a failed line': async (world) => withResults(await newPayoutWithLine(world), 'failed'),
      'of a repeated file': async (world) => withResults(await newPaidPayout(world), 'paid'),
    },
  },
  'payouts.reopen': {
    budget: 7,
    budgetWithKey: 9,
    situations: {
      'paid by mistake': async (world) => ({
        path: `/payouts/${(await newPaidPayout(world)).id}/reopen`,
        status: 200,
        body: { reason: 'The bank has rejected the transfer' },
      }),
    },
  },
});
