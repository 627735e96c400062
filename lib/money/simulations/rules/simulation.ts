// Creates simulations, and decides what they show.
import type { Brand } from '#lib/access/brands/schema.ts';
import { addSeconds, epochSeconds, secondsPerDay, secondsPerHour } from '#lib/foundation/shared/dates.ts';
import { conflict, invalidField, unknownReference } from '#lib/foundation/shared/errors.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import { parseRawBody, type RawBody } from '#lib/foundation/shared/raw-body.ts';
import { rangeBetween } from '#lib/foundation/shared/time-ranges.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { planReads, type ReadPlan } from '#lib/foundation/table/keys/read-plan.ts';
import { simulationKeys } from '#lib/foundation/table/keys/simulation-keys.ts';
import { type SimulationInput, simulationInput } from '#lib/money/simulations/schema/endpoints.ts';
import type { Row, Simulation } from '#lib/money/simulations/schema/stored.ts';
import { toStoredTerms } from '#lib/program/terms/rules/terms.ts';
import { keptDays, maxDays, maxRunning } from './limits.ts';
import { noSums, totalOf } from './sums.ts';

export const simulationsRunning = (ids: readonly string[]) =>
  conflict(
    'simulations_running',
    `A brand can have at most ${maxRunning} simulations running. Send the request again when \`GET /simulations/${ids[0]}\` shows another status`,
    { details: [{ path: '', message: `${ids.length} simulations are running`, values: ids }] },
  );

/** The items that a request needs. */
export interface Prefetched {
  readonly affiliate: Item | undefined;
  readonly campaign: Item | undefined;
  readonly running: Item | undefined;
}

/** An invalid body names nothing, because validation rejects the request later. */
export function prefetchForSimulation(request: RawBody, brandId: string): ReadPlan<Prefetched> {
  const { affiliateId, campaignId } = parseRawBody(simulationInput, request) ?? {};
  return planReads({
    affiliate: affiliateId === undefined ? undefined : keys.item(brandId, 'affiliate', affiliateId),
    campaign: campaignId === undefined ? undefined : keys.item(brandId, 'campaign', campaignId),
    running: simulationKeys.runningSimulations(brandId),
  });
}

function checkNamed({ affiliateId, campaignId }: SimulationInput, { affiliate, campaign }: Prefetched): void {
  if (affiliateId !== undefined && affiliate === undefined)
    throw unknownReference('affiliateId', 'affiliate');
  if (campaignId !== undefined && campaign === undefined) throw unknownReference('campaignId', 'campaign');
}

/** A day of the local time zone can have 25 hours. */
const longestRange = (maxDays * secondsPerDay + secondsPerHour) * 1000;

function timesOf({ from, to }: SimulationInput, timezone: string): Pick<Simulation, 'since' | 'before'> {
  const { from: since, before } = rangeBetween(from, to, timezone);
  if (since === undefined || before === undefined) throw new Error('A simulation has two times');
  if (since >= before) throw invalidField('from', 'Must not be after `to`');
  if (before.getTime() - since.getTime() > longestRange)
    throw invalidField('to', `Must be within ${maxDays} days of \`from\``);
  return { since: since.toISOString(), before: before.toISOString() };
}

/** Throws a 400 for a range, terms or ids that the brand cannot have. */
export function newSimulation(
  input: SimulationInput,
  { id: brandId, currency, timezone }: Pick<Brand, 'id' | 'currency' | 'timezone'>,
  prefetched: Prefetched,
  now: Date,
): Simulation {
  const { from, to, affiliateId = null, campaignId = null } = input;
  const times = timesOf(input, timezone);
  const terms = toStoredTerms(input.terms, currency);
  checkNamed(input, prefetched);
  return {
    id: newId('simulation', now),
    brandId,
    type: 'simulation',
    terms,
    from,
    to,
    ...times,
    affiliateId,
    campaignId,
    currency,
    status: 'running',
    creatorsCount: 0,
    totals: noSums,
    work: { after: null, partial: null },
    failure: null,
    createdAt: now.toISOString(),
    completedAt: null,
    revision: 0,
    expiresAt: epochSeconds(addSeconds(now, keptDays * secondsPerDay)),
  };
}

export const withRows = (before: Simulation, rows: readonly Row[]): Simulation => ({
  ...before,
  creatorsCount: before.creatorsCount + rows.length,
  totals: totalOf([before.totals, ...rows]),
});

export const completed = (before: Simulation, now: Date): Simulation => ({
  ...before,
  status: 'completed',
  completedAt: now.toISOString(),
});
