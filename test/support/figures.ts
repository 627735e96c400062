// Reads and deletes stored figures.
import { onTestFinished } from 'vitest';
import { environment } from '#lib/foundation/shared/environment.ts';
import { dynamoDb } from '#lib/foundation/table/client.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { sheetOf, textOfFigures } from '#lib/outlets/figures/rules/sheet.ts';
import { allItems } from './items.ts';

export const figureItems = async (brandId = ''): Promise<readonly Item[]> =>
  (await allItems()).filter(
    ({ pk }) => String(pk).startsWith(brandId) && /^brd_\w+#(FIGURES|PAYABLES)(#|$)/.test(String(pk)),
  );

/** The stored figures without their revisions, sorted. */
export async function storedFigures(brandId = ''): Promise<readonly string[]> {
  const lines = (await figureItems(brandId)).flatMap((item) =>
    [...sheetOf(item)].flatMap(([id, parts]) =>
      [...parts].map(([part, figures]) =>
        JSON.stringify([item.pk, item.sk, id, part, textOfFigures(figures)]),
      ),
    ),
  );
  return lines.toSorted();
}

/** Lasts until the test ends. A comparison or a rebuild of figures reads 32 partitions for each day of clicks. */
export function keepClicksForDays(days: number): void {
  const { CLICK_RETENTION_DAYS } = environment;
  Object.assign(environment, { CLICK_RETENTION_DAYS: days });
  onTestFinished(() => {
    Object.assign(environment, { CLICK_RETENTION_DAYS });
  });
}

const batchSize = 25;

export async function deleteFigures(brandId = ''): Promise<void> {
  const items = await figureItems(brandId);
  for (let start = 0; start < items.length; start += batchSize) {
    const requests = items
      .slice(start, start + batchSize)
      .map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } }));
    const RequestItems = { [environment.TABLE_NAME]: requests };
    await dynamoDb.send('BatchWriteItem', { RequestItems });
  }
}
