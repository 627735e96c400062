// Declares the endpoints of simulations.
import * as z from 'zod';
import { created, item, list } from '#lib/foundation/contract/answer.ts';
import { anyRole, defineRoutes } from '#lib/foundation/contract/route.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { atOnce, keptDays, maxRunning } from './rules/limits.ts';
import {
  simulationAnswer,
  simulationInput,
  simulationRowAnswer,
  simulationRowFilters,
} from './schema/endpoints.ts';

const params = z.strictObject({ id: idSchema('simulation') });

export const simulations = defineRoutes('simulations', {
  create: {
    method: 'POST',
    path: '/simulations',
    summary: 'Simulate terms',
    description:
      'Calculates what past orders of creators would have earned by other terms, and changes nothing. The terms apply to every order ' +
      'with an `occurredAt` in the range, after its refunds and instead of all other rates. Canceled orders and tests are left out. ' +
      'For `tiers` and `caps.perMonth`, the orders of the range count in the months of their creators, so begin and end it with a month. ' +
      `If the range has up to ${atOnce.orders} orders, of up to ${atOnce.creators} creators, the response has the status \`completed\`. ` +
      'Otherwise the status is `running`, and the service continues: get the simulation until it changes. Orders are calculated as ' +
      `they are when they are read. Simulations are kept for ${keptDays} days. While ${maxRunning} are running, another one is a 409.`,
    access: anyRole,
    scope: 'reports:write',
    body: simulationInput,
    rateFields: ['terms'],
    answer: created(simulationAnswer),
    errors: ['reference_not_found', 'simulations_running'],
    throttle: 'strict',
    table: { actions: ['BatchGetItem', 'PutItem', 'UpdateItem'], indexes: ['byTime'] },
  },
  get: {
    method: 'GET',
    path: '/simulations/{id}',
    summary: 'Get a simulation',
    description: 'Returns the status and the totals.',
    access: anyRole,
    scope: 'reports:read',
    params,
    answer: item(simulationAnswer),
    table: { actions: ['BatchGetItem'] },
  },
  listCreators: {
    method: 'GET',
    path: '/simulations/{id}/creators',
    summary: 'List the creators of a simulation',
    description:
      'Returns one row per creator with orders, newest creator first. `createdFrom` and `createdTo` apply to the creation of the ' +
      'creator. The list is empty until the simulation is completed.',
    access: anyRole,
    scope: 'reports:read',
    params,
    query: simulationRowFilters,
    answer: list(simulationRowAnswer),
    table: { actions: ['Query'] },
  },
});
