// Captures, restores and compares states of the whole table. Compares only runs that began at the same state and time;
// idempotent-requests.ts compares other runs by their totals.
import { createHash } from 'node:crypto';
import type { BatchWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { environment } from '#lib/foundation/shared/environment.ts';
import { dynamoDb } from '#lib/foundation/table/client.ts';
import { actorAttribute } from '#lib/foundation/table/keys/event-keys.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { counterPartition } from '#lib/foundation/table/keys/keys.ts';
import { allItems } from './items.ts';

/** All items, sorted by key. */
export type TableState = readonly Item[];

export const tableState = (): Promise<TableState> => allItems();

type Rename = (text: string) => string;

/** Base64url, so that the random salt of a stored password hash and a random secret are one word, like a random id. */
const withWholeWords: Rename = (text) =>
  /^(\$argon2id\$|whsec_)/.test(text) ? text.replaceAll('+', '-').replaceAll('/', '_') : text;

/** Canonical JSON: attributes and set members are sorted. */
const textOf = (value: unknown, rename: Rename = (text) => text): string =>
  JSON.stringify(value, (_, found: unknown) => {
    if (typeof found === 'string') return rename(withWholeWords(found));
    if (found instanceof Set) return [...found].map((member) => rename(String(member))).sort();
    if (found === null || typeof found !== 'object' || Array.isArray(found)) return found;
    return Object.fromEntries(Object.entries(found).sort(([one], [other]) => (one < other ? -1 : 1)));
  });

const keyOf = ({ pk, sk }: Item): string => `${pk} ${sk}`;
const textsOf = (state: TableState): ReadonlyMap<string, string> =>
  new Map(state.map((item) => [keyOf(item), textOf(item)] as const));

/** The items that are new or different since an earlier state. */
export function changedSince(earlier: TableState, state: TableState): TableState {
  const before = textsOf(earlier);
  return state.filter((item) => before.get(keyOf(item)) !== textOf(item));
}

const batchSize = 25;

export async function restore(state: TableState): Promise<void> {
  const present = await tableState();
  const wanted = textsOf(state);
  const writes = [
    ...present
      .filter((item) => !wanted.has(keyOf(item)))
      .map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } })),
    ...changedSince(present, state).map((Item) => ({ PutRequest: { Item } })),
  ];
  for (let start = 0; start < writes.length; start += batchSize) {
    let left: BatchWriteCommandInput['RequestItems'] = {
      [environment.TABLE_NAME]: writes.slice(start, start + batchSize),
    };
    while (left !== undefined && Object.keys(left).length > 0) {
      left = (await dynamoDb.send('BatchWriteItem', { RequestItems: left })).UnprocessedItems;
    }
  }
}

/** Words of at least 8 characters. Shorter random names would collide, so a shorter word is not a random name. */
const words = /[A-Za-z0-9_-]{8,}/g;

/** Adds up the shards of each counter, because each write chooses its shard by a random id. */
function withSummedCounters(state: TableState): TableState {
  const isShard = ({ pk }: Item): boolean => String(pk).includes(counterPartition('', ''));
  const sums = new Map<unknown, Record<string, unknown>>();
  for (const { pk, sk: _, ...fields } of state.filter(isShard)) {
    const sum = sums.get(pk) ?? { pk };
    for (const [name, value] of Object.entries(fields)) sum[name] = Number(sum[name] ?? 0) + Number(value);
    sums.set(pk, sum);
  }
  return [...state.filter((item) => !isShard(item)), ...sums.values()];
}

/** Removes the last character of a partition key if it is a character of a random sort key. */
const withoutSpread = ({ pk, sk, ...rest }: Item, isRandom: (word: string) => boolean): Item =>
  typeof sk === 'string' &&
  isRandom(sk) &&
  [sk[0], sk.at(-1)].some((spread) => String(pk).endsWith(`#${spread}`))
    ? { pk: String(pk).slice(0, -1), sk, ...rest }
    : { pk, sk, ...rest };

/** A retry is a request of its own, and the stream continues for nobody: both lead to the same state by another actor. */
const withoutActor = ({ [actorAttribute]: _, ...item }: Item): Item => item;

const digest = (text: string): string => createHash('sha1').update(text).digest('hex').slice(0, 10);

/** The context of a random word includes items up to this many references away. */
const rounds = 3;

/**
 * Returns the canonical form of a state: one sorted line per item, with each word that is not in `known` (an id, a salt) replaced
 * by its context. States are equal if they differ only in such words, as far as the context shows.
 */
export function withoutRandomNames(state: TableState, known: ReadonlySet<string>): readonly string[] {
  const isRandom = (word: string): boolean => !known.has(word);
  const items = withSummedCounters(state).map((item) => withoutSpread(withoutActor(item), isRandom));
  const namesIn = (item: Item): string[] => [...new Set(textOf(item).match(words))].filter(isRandom);
  const inItems = items.map((item) => ({ item, names: namesIn(item) }));
  const kindOf = (word: string): string => /^[a-z]{3}_(?=[0-9A-Z]{26}$)/.exec(word)?.[0] ?? '';
  let meanings = new Map(inItems.flatMap(({ names }) => names).map((word) => [word, kindOf(word)]));
  const told = (item: Item, special?: string): string =>
    textOf(item, (text) =>
      text.replaceAll(words, (word) => {
        if (word === special) return '<this>';
        const meaning = meanings.get(word);
        return meaning === undefined ? word : `<${meaning}>`;
      }),
    );
  for (let round = 0; round < rounds; round += 1) {
    const places = new Map<string, string[]>();
    for (const { item, names } of inItems) {
      for (const word of names) places.set(word, [...(places.get(word) ?? []), told(item, word)]);
    }
    meanings = new Map(
      [...places].map(([word, found]) => [word, kindOf(word) + digest(found.sort().join('\n'))]),
    );
  }
  return items.map((item) => told(item)).sort();
}

const wordsIn = (value: unknown): ReadonlySet<string> => new Set(textOf(value).match(words));

/**
 * Returns the `known` words for `withoutRandomNames`: those in `before`, and those that two independent runs share at the same
 * point. `runs` contains the states of each run at those points.
 */
export function nonRandomWords(
  before: unknown,
  runs: readonly [readonly TableState[], readonly TableState[]],
) {
  const [first, second] = runs.map((states) => states.map(wordsIn));
  const inBoth = (first ?? []).flatMap((found, index) => [
    ...found.intersection(second?.[index] ?? new Set()),
  ]);
  return new Set([...wordsIn(before), ...inBoth]);
}
