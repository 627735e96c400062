// Reads the caller of a request and the items of its handler, in live mode or in test mode.
import type { Caller } from '#lib/access/auth/rules/caller.ts';
import { brandTime } from '#lib/access/brands/rules/clock.ts';
import { parseTwin, parseTwinState } from '#lib/access/test-mode/rules/parse-twin.ts';
import { twinIdOf } from '#lib/foundation/shared/twin-ids.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import type { Item, Key } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import type { ReadPlan } from '#lib/foundation/table/keys/read-plan.ts';
import type { AnyCaller } from './any-caller.ts';

/** Reads the caller and the items of `extraKeys` in one call. */
export type ReadCaller = (
  extraKeys: readonly Key[],
  now: Date,
) => Promise<{ readonly caller: Caller; readonly items: readonly (Item | undefined)[] }>;

interface ReadInput<Data> {
  readonly brandId: string;
  readonly read: ReadCaller;
  readonly now: Date;
  readonly renewalKeys: readonly Key[];
  readonly prefetch: (brandId: string, now: Date) => ReadPlan<Data>;
}

export interface FromItems<Data> {
  readonly caller: AnyCaller;
  /** The request is in test mode, and the test twin of the brand is not stored yet. */
  readonly isTwinMissing: boolean;
  readonly prefetched: Data;
  readonly refetch: () => Promise<Data>;
}

interface ReadResult<Data> extends FromItems<Data> {
  /** The time of the brand. */
  readonly time: Date;
  readonly renewed: readonly (Item | undefined)[];
}

export type Read<Data> = (input: ReadInput<Data>) => Promise<ReadResult<Data>>;

export async function readInLiveMode<Data>(input: ReadInput<Data>): Promise<ReadResult<Data>> {
  const { keys: planned, parse } = input.prefetch(input.brandId, input.now);
  const { caller, items } = await input.read([...planned, ...input.renewalKeys], input.now);
  return {
    caller,
    isTwinMissing: false,
    time: input.now,
    prefetched: parse(items.slice(0, planned.length)),
    refetch: async () => parse(await getItems(planned)),
    renewed: items.slice(planned.length),
  };
}

/** Makes one more round trip than live mode, because the first one reads the id of the test twin and its clock. */
export async function readInTestMode<Data>(input: ReadInput<Data>): Promise<ReadResult<Data>> {
  const { caller, items } = await input.read([keys.testTwin(input.brandId), ...input.renewalKeys], input.now);
  const [stateItem, ...renewed] = items;
  const state = parseTwinState(stateItem);
  const twinId = twinIdOf(input.brandId, state.generation);
  const time = brandTime(state, input.now);
  const { keys: planned, parse } = input.prefetch(twinId, time);
  const [twinItem, ...found] = await getItems([keys.brand(twinId), ...planned]);
  const brand = parseTwin(caller.brand, state, twinItem, input.now);
  return {
    caller: { ...caller, mode: 'test', brand },
    isTwinMissing: twinItem === undefined,
    time,
    prefetched: parse(found),
    refetch: async () => parse(await getItems(planned)),
    renewed,
  };
}
