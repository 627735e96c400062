import type { Feeder } from '#infra/local/streams.ts';
import { listBrandIds } from '#lib/access/brands/store/lookup.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { getItem, putItem } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { writeBrand } from './brand.ts';
import { demoBrands } from './demo-brands.ts';
import { writeYear } from './year/year.ts';

type State = 'writing' | 'written';

const putDemoDataState = (state: State, year?: State) =>
  putItem({ Item: { ...keys.demoData(), state, year } });

/**
 * Writes the demo data to an empty database. `clear` first deletes the partial data of an interrupted start. Returns true if it has written
 * the data.
 */
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

let isWriting = false;
/** True from the first request until the figures of the brand are complete. */
export const isWritingYear = (): boolean => isWriting;

/** Returns the account with most data. A stage can be without the brand of a year. */
export const fullestAccount = async (): Promise<string> =>
  isWriting || (await getItem(keys.demoData()))?.year !== undefined ? 'year' : 'growth';

const incomplete = 'The demo brand of admin@year.test is incomplete';

/** Writes the brand with a year of data while the stage already answers. Returns a sentence about the result. */
export async function completeDemoData(
  isWanted: boolean,
  feeder: Pick<Feeder, 'caughtUp'>,
): Promise<string | undefined> {
  try {
    if (!isWanted) {
      const state = await getItem(keys.demoData());
      return state?.year === 'writing'
        ? `${incomplete}, because its first start was interrupted: delete the data directory to write it again.`
        : undefined;
    }
    isWriting = true;
    await putDemoDataState('written', 'writing');
    await writeYear(now());
    await feeder.caughtUp();
    await putDemoDataState('written', 'written');
    return 'The demo brand of admin@year.test is ready, with a year of clicks and orders.';
  } catch (error) {
    return `${incomplete}: ${error instanceof Error ? error.stack : error}`;
  } finally {
    isWriting = false;
  }
}
