// Reads the time zones of brands, which decide the day of each event.
import { type Zones, zonesIn } from '#lib/access/brands/rules/days.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';

/** The read is strongly consistent, so that an event after a change of the time zone never has the day of the former one. */
export async function readZones(brandIds: readonly string[]): Promise<(brandId: string) => Zones> {
  const distinct = [...new Set(brandIds)];
  const items = await getItems(distinct.map((brandId) => keys.brand(brandId)));
  const zones = new Map(distinct.map((brandId, index) => [brandId, zonesIn(items[index])]));
  return (brandId) => zones.get(brandId) ?? zonesIn(undefined);
}
