// Converts simulations to API responses.
import type * as z from 'zod';
import { fromMinor } from '#lib/foundation/shared/money.ts';
import { presentTerms } from '#lib/program/terms/present.ts';
import type { simulationAnswer, simulationRowAnswer } from './schema/endpoints.ts';
import type { Row, Simulation, Sums } from './schema/stored.ts';

const presentSums = (sums: Sums, currency: string) => ({
  orders: sums.orders,
  revenue: fromMinor(sums.revenue, currency),
  earned: fromMinor(sums.earned, currency),
  simulated: fromMinor(sums.simulated, currency),
  tierSupplement: fromMinor(sums.tierSupplement, currency),
  monthlyCap: fromMinor(sums.monthlyCap, currency),
  difference: fromMinor(sums.simulated - sums.earned, currency),
});

export function presentSimulation(simulation: Simulation): z.input<typeof simulationAnswer> {
  const { id, status, terms, from, to, affiliateId, campaignId, currency } = simulation;
  const { creatorsCount, totals, failure, createdAt, completedAt, expiresAt } = simulation;
  return {
    id,
    status,
    terms: presentTerms(terms, currency),
    from,
    to,
    affiliateId,
    campaignId,
    currency,
    creatorsCount,
    totals: presentSums(totals, currency),
    failure,
    createdAt,
    completedAt,
    expiresAt: new Date(expiresAt * 1000).toISOString(),
  };
}

export const presentRow = (
  { affiliateId, ...sums }: Row,
  { currency }: Simulation,
): z.input<typeof simulationRowAnswer> => ({ affiliateId, ...presentSums(sums, currency) });
