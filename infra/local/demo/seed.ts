// Writes the demo data into an empty database, all of it or none.
import { listBrands } from '#lib/brands/store/brands.ts';
import { now } from '#lib/shared/clock.ts';
import { getItem, putItem } from '#lib/table/client.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { writeBrand } from './brand.ts';
import { stories } from './stories.ts';

const setState = (state: 'writing' | 'written') => putItem({ Item: { ...keys.demoData(), state } });

/**
 * Where the database is empty, the demo brands are in it afterwards. A start that was cut off while it wrote them has
 * left them in pieces, and nothing else, for no request is answered before: `clear` then removes it all.
 */
export async function seedDemoData(clear: () => Promise<void>): Promise<void> {
  const state = (await getItem(keys.demoData()))?.state;
  if (state === 'written') return;
  if (state === 'writing') await clear();
  else if ((await listBrands()).length > 0) return;
  await setState('writing');
  await Promise.all(stories.map((story, index) => writeBrand(story, index, now())));
  await setState('written');
}
