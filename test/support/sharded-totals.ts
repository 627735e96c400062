// Creates situations in which the totals of an item are sharded.
import { updateItem } from '#lib/foundation/table/client.ts';
import { type Collection, keys } from '#lib/foundation/table/keys/keys.ts';
import type { Situation, SituationRequest, World } from './situations.ts';

const shardTotals = ({ brandId }: World, collection: Collection, id: string) =>
  updateItem({
    Key: keys.item(brandId, collection, id),
    UpdateExpression: 'SET sumsAreSpread = :yes',
    ExpressionAttributeValues: { ':yes': true },
  });

/** Shards the totals of a new item before the request. Reading sharded totals takes one more call. */
export const withShardedTotals =
  (
    collection: Collection,
    situation: (id: string) => SituationRequest,
    create: (world: World) => Promise<{ id: string }>,
  ): Situation =>
  async (world) => {
    const { id } = await create(world);
    await shardTotals(world, collection, id);
    return situation(id);
  };

export const read =
  (path: string) =>
  (id: string): SituationRequest => ({ path: `${path}/${id}`, status: 200 });
export const renamed =
  (path: string) =>
  (id: string): SituationRequest => ({ path: `${path}/${id}`, status: 200, body: { name: 'Renamed' } });
export const newAffiliate = ({ by, token }: World) => by.invite(token);
export const newCampaign = ({ by, token }: World) => by.createCampaign(token);

/** An order of a creator whose totals are sharded. */
export async function orderOfHotCreator(world: World) {
  const { id, trackingCode } = await world.by.inviteActive(world.token);
  const order = await world.by.recordOrder(world.token, { trackingCode });
  await shardTotals(world, 'affiliate', id);
  return order;
}

export const spread = 'with sharded totals';
