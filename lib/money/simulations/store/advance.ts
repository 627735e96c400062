// Calculates simulations creator by creator, in the worker behind the queue. docs/decisions/0157

import type { Brand } from '#lib/access/brands/schema.ts';
import { isCausedByInput } from '#lib/foundation/aws/failures.ts';
import type { Clock } from '#lib/foundation/shared/clock.ts';
import { logger } from '#lib/foundation/shared/logger.ts';
import type { WorkItem } from '#lib/foundation/shared/queues.ts';
import { work } from '#lib/foundation/streams/work.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { isStaleWrite } from '#lib/foundation/table/writes/write.ts';
import { rowsOfCreator } from '#lib/money/simulations/rules/rows.ts';
import { completed, withRows } from '#lib/money/simulations/rules/simulation.ts';
import { together, totalOf } from '#lib/money/simulations/rules/sums.ts';
import type { Row, Simulation } from '#lib/money/simulations/schema/stored.ts';
import { addOrders, addRow, changeSimulation } from '#lib/money/simulations/writes.ts';
import { creatorsAfter, readCounted } from './creators.ts';
import { type PartOfCreator, type ReadingOfCreator, readOrdersOfCreator } from './orders.ts';
import { findSimulation } from './simulations.ts';

interface Reading extends ReadingOfCreator {
  readonly creators: number;
  readonly creatorsAtOnce: number;
}
type StepSize = Omit<Reading, 'brand'>;

/** A step writes at most one row for each creator. It holds 400 orders with their line items in memory. */
const stepSize: StepSize = { creators: 90, creatorsAtOnce: 4, pages: 3, ordersOnPage: 100 };

interface Step {
  readonly after: Simulation;
  readonly rows: readonly Row[];
  /** Only some orders of this creator are calculated yet. */
  readonly counted: PartOfCreator['counted'];
}

/** Continues with the creator of whom some orders are calculated. */
async function continueCreator(
  current: Simulation,
  { affiliateId, upTo, sums }: NonNullable<Simulation['work']['partial']>,
  reading: Reading,
): Promise<Step> {
  const next = await readOrdersOfCreator(current, affiliateId, upTo, reading);
  if (!next.isLast) {
    const partial = { affiliateId, upTo: next.upTo, sums: totalOf([sums, next.sums]) };
    const after = { ...current, work: { ...current.work, partial } };
    return { after, rows: [], counted: next.counted };
  }
  const before = { sums, counted: await readCounted(current, affiliateId) };
  const rows = rowsOfCreator(current, affiliateId, together([before, next]), reading.brand);
  return {
    after: { ...withRows(current, rows), work: { after: affiliateId, partial: null } },
    rows,
    counted: [],
  };
}

type Part = PartOfCreator & { readonly affiliateId: string };

/** Ends with the first group that has a creator whose orders do not fit into the step. */
async function readParts(
  current: Simulation,
  ids: readonly string[],
  reading: Reading,
): Promise<readonly Part[]> {
  const parts: Part[] = [];
  while (parts.length < ids.length && parts.every(({ isLast }) => isLast)) {
    const group = ids.slice(parts.length, parts.length + reading.creatorsAtOnce);
    const read = async (affiliateId: string) => ({
      affiliateId,
      ...(await readOrdersOfCreator(current, affiliateId, null, reading)),
    });
    parts.push(...(await Promise.all(group.map(read))));
  }
  return parts;
}

/** Calculates the next creators, up to the first one whose orders do not fit into the step. */
async function nextCreators(current: Simulation, reading: Reading, now: Date): Promise<Step> {
  const { ids, isLast } = await creatorsAfter(current, reading.creators);
  const parts = await readParts(current, ids, reading);
  const end = parts.findIndex((part) => !part.isLast);
  const whole = end === -1 ? parts : parts.slice(0, end);
  const rows = whole.flatMap((part) => rowsOfCreator(current, part.affiliateId, part, reading.brand));
  const large = parts[end];
  const partial = large && { affiliateId: large.affiliateId, upTo: large.upTo, sums: large.sums };
  const after = whole.at(-1)?.affiliateId ?? current.work.after;
  const next = { ...withRows(current, rows), work: { after, partial: partial ?? null } };
  const hasEnded = isLast && partial === undefined;
  return { after: hasEnded ? completed(next, now) : next, rows, counted: large?.counted ?? [] };
}

async function stepOf(current: Simulation, reading: Reading, now: Date): Promise<Step> {
  const { partial } = current.work;
  try {
    return partial === null
      ? await nextCreators(current, reading, now)
      : await continueCreator(current, partial, reading);
  } catch (error) {
    if (!isCausedByInput(error)) throw error;
    logger.error('a simulation has failed', { simulationId: current.id, failure: error });
    const failure = 'An order could not be calculated. Report the id of the simulation.';
    return { after: { ...current, status: 'failed', failure }, rows: [], counted: [] };
  }
}

/** Returns undefined if another worker has changed the simulation. */
async function takeStep(current: Simulation, reading: Reading, now: Date): Promise<Simulation | undefined> {
  const { after, rows, counted } = await stepOf(current, reading, now);
  const added = [...rows.map((row) => addRow(after, row)), ...addOrders(after, counted)];
  try {
    await transact([changeSimulation(current, after), ...added]);
    return { ...after, revision: current.revision + 1 };
  } catch (error) {
    if (isStaleWrite(error)) return undefined;
    throw error;
  }
}

interface Brands {
  readonly getClock: (brandId: string) => Promise<Clock>;
  readonly getBrand: (brandId: string) => Promise<Brand>;
}

export async function continueSimulation(
  item: WorkItem,
  { getClock, getBrand }: Brands,
  size = stepSize,
): Promise<void> {
  const clock = await getClock(item.brandId);
  await work<Simulation>({
    queue: 'simulations',
    item,
    read: () => findSimulation(item.brandId, item.id),
    hasWork: ({ status }) => status === 'running',
    step: async (current) => {
      const brand = await getBrand(current.brandId);
      return takeStep(current, { ...size, brand }, clock.now());
    },
  });
}
