// Defines the keys of imports. Not part of `keys`, because the bundle of the tracking link contains all of `keys`.

export const importPartition = (brandId: string): string => `${brandId}#IMPORT`;
export const importRowPartition = (brandId: string, id: string): string => `${brandId}#IMPORT#${id}`;

const rowDigits = 7;

export const importKeys = {
  import: (brandId: string, id: string) => ({ pk: importPartition(brandId), sk: id }),
  /** The result of a row of the file. */
  importRow: (brandId: string, id: string, row: number) => ({
    pk: importRowPartition(brandId, id),
    sk: String(row).padStart(rowDigits, '0'),
  }),
  /** The opening balance that an import has recorded for a creator. */
  importBalance: (brandId: string, affiliateId: string) => ({
    pk: `${brandId}#IMPORT_BALANCE`,
    sk: affiliateId,
  }),
} as const;
