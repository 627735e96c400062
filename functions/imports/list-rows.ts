import { readReferencedItemsTogether } from '#lib/money/conversions/store/read-together.ts';
import { prepareConversion } from '#lib/money/conversions/store/record.ts';
import { presentRows } from '#lib/outlets/imports/present.ts';
import { imports } from '#lib/outlets/imports/routes.ts';
import { settingOf } from '#lib/outlets/imports/rules/import.ts';
import { getImport, requireFile } from '#lib/outlets/imports/store/imports.ts';
import { previewRows } from '#lib/outlets/imports/store/preview.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

const operations = { prepareConversion, readReferencedItemsTogether };

export const handler = endpoint(imports.listRows, async ({ caller, params, query, now }) => {
  const { brand } = caller;
  const found = await getImport(brand.id, params.id);
  const file = await requireFile(found, now);
  const setting = settingOf({ ...found, onExisting: query.onExisting }, { brand, now });
  return presentRows(await previewRows(found, file, query, setting, operations));
});
