// Sums that stand on the thing they are of (a creator's revenue), moved in the transaction of whatever moves them. Where
// that item keeps meeting other transactions, its sums are spread: from then on they also grow in cells beside it.
// docs/decisions/0032
import { randomInt } from 'node:crypto';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { isUnavailable } from '#lib/shared/errors.ts';
import { type Key, keys, partitionKey, sortKey, sumsOf } from '#lib/table/keys/keys.ts';
import { expressed } from '#lib/table/writes/expression.ts';
import { allIn, type Item, updateItem } from './client.ts';
import { updateExisting, type Write } from './transact.ts';

export type Sums = Readonly<Record<string, number>>;

/** The attribute of a thing whose sums are spread. */
const spread = 'sumsAreSpread';
/** About 100 transactions a second go through an item: so many times more go through its cells. */
const cells = 16;

const addAll = (moves: Sums): string =>
  `ADD ${Object.keys(moves)
    .map((name) => `#${name} :${name}`)
    .join(', ')}`;

/** Adds in one of the cells, whichever; where that one meets another transaction, in another. */
const moveCell = (thing: Key, moves: Sums): Write => ({
  kind: 'update',
  key: keys.sumsCell(thing, randomInt(cells)),
  update: addAll(moves),
  values: moves,
  contended: async () => moveCell(thing, moves),
});

/** From now on whoever reads the thing reads its cells, too. Done again it changes nothing. */
const spreadSums = (thing: Key) =>
  updateItem({
    Key: thing,
    UpdateExpression: `SET #${spread} = :yes`,
    ...expressed({ condition: `attribute_exists(#${partitionKey})`, values: { yes: true } }, `#${spread}`),
  });

/** The item that is too busy to be added to may be too busy to be marked, or gone: then it is tried as it was. */
async function isSpreadNow(thing: Key): Promise<boolean> {
  try {
    await spreadSums(thing);
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException || isUnavailable(error)) return false;
    throw error;
  }
}

/**
 * Adds to the sums of a thing, all at once in one place: so whatever a reader finds is the sum of whole transactions.
 * `found`: the thing as it was read, if it was. `gone`: what it means where it exists no more.
 */
export function moveSums(thing: Key, moves: Sums, found: Item | undefined, gone: Write['refused']): Write {
  if (found?.[spread] === true) return moveCell(thing, moves);
  const move: Write = {
    ...updateExisting(thing, { update: addAll(moves), values: moves }, gone),
    contended: async () => ((await isSpreadNow(thing)) ? moveCell(thing, moves) : move),
  };
  return move;
}

/** A thing as it was read, its sums with what stands in its cells. No call where they are not spread. */
export async function withSums(found: Item): Promise<Item> {
  if (found[spread] !== true) return found;
  const thing = { pk: String(found[partitionKey]), sk: String(found[sortKey]) };
  const summed = { ...found };
  for (const { [partitionKey]: _, [sortKey]: __, ...cell } of await allIn(sumsOf(thing))) {
    for (const [name, value] of Object.entries(cell)) {
      summed[name] = Number(summed[name] ?? 0) + Number(value);
    }
  }
  return summed;
}
