// Creates situations in which the totals of an item are sharded.
import { updateItem } from '#lib/table/client.ts';
import { type Collection, keys } from '#lib/table/keys/keys.ts';
import type { Situation, SituationRequest, World } from './situations.ts';

/** Shards the totals of a new item before the request. Reading sharded totals takes one more call. */
export const withShardedTotals =
  (
    collection: Collection,
    situation: (id: string) => SituationRequest,
    create: (world: World) => Promise<{ id: string }>,
  ): Situation =>
  async (world) => {
    const { id } = await create(world);
    await updateItem({
      Key: keys.item(world.brandId, collection, id),
      UpdateExpression: 'SET sumsAreSpread = :yes',
      ExpressionAttributeValues: { ':yes': true },
    });
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

export const spread = 'with sharded totals';
