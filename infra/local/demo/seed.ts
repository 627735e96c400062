import { listBrandIds } from '#lib/access/brands/store/lookup.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { getItem, putItem } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { writeBrand } from './brand.ts';
import { demoBrands } from './demo-brands.ts';

const putDemoDataState = (state: 'writing' | 'written') => putItem({ Item: { ...keys.demoData(), state } });

/** Writes the demo data to an empty database. `clear` first deletes the partial data of an interrupted start. */
/** Returns true if it has written the data. */
export async function seedDemoData(clear: () => Promise<void>): Promise<boolean> {
  const state = (await getItem(keys.demoData()))?.state;
  if (state === 'written') return false;
  if (state === 'writing') await clear();
  else if ((await listBrandIds()).length > 0) return false;
  await putDemoDataState('writing');
  await Promise.all(demoBrands.map((demoBrand, index) => writeBrand(demoBrand, index, now())));
  await putDemoDataState('written');
  return true;
}
