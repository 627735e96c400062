// Reads and deletes stored figures.
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

export async function deleteFigures(brandId = ''): Promise<void> {
  for (const { pk, sk } of await figureItems(brandId))
    await dynamoDb.send('DeleteItem', { TableName: environment.TABLE_NAME, Key: { pk, sk } });
}
