// The cost budgets and situations of the endpoints of reconciliations. The first situation of each endpoint is a plain success.
import { reconciliationBody } from '#test/support/creations-with.ts';
import { defineCases } from '#test/support/define-cases.ts';
import { deleteOldConnections } from '#test/support/situation-helpers.ts';
import type { World } from '#test/support/situations.ts';

async function newConnection(world: World): Promise<string> {
  await deleteOldConnections(world);
  return (await world.by.createConnection(world.token)).id;
}

const onConnection = (status: number, body?: object) => async (world: World) => ({
  path: `/connections/${await newConnection(world)}/reconciliations`,
  status,
  ...(body !== undefined && { body }),
});

const onReconciliation = (path: string, body?: object) => async (world: World) => {
  const connectionId = await newConnection(world);
  const { id } = await world.by.createReconciliation(world.token, connectionId);
  if (body !== undefined) await world.by.endComparison({ brandId: world.brandId, id });
  return {
    path: `/connections/${connectionId}/reconciliations/${id}${path}`,
    status: 200,
    ...(body !== undefined && { body }),
  };
};

export const cases = defineCases({
  'reconciliations.create': {
    budget: 3,
    budgetWithKey: 4,
    situations: { 'one order': onConnection(201, reconciliationBody()) },
  },
  'reconciliations.list': { budget: 3, situations: { all: onConnection(200) } },
  'reconciliations.get': { budget: 2, situations: { one: onReconciliation('') } },
  'reconciliations.results': {
    budget: 3,
    situations: {
      all: onReconciliation('/differences'),
      missing: onReconciliation('/differences?kind=missing'),
    },
  },
  'reconciliations.apply': {
    budget: 3,
    budgetWithKey: 4,
    situations: { 'all differences': onReconciliation('/apply', {}) },
  },
});
