// Defines the keys of exports. Not part of `keys`, because the bundle of the tracking link contains all of `keys`.

export const exportPartition = (brandId: string): string => `${brandId}#EXPORT`;

export const exportKeys = {
  export: (brandId: string, id: string) => ({ pk: exportPartition(brandId), sk: id }),
} as const;
