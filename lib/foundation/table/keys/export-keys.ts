// Defines the keys of exports. Not part of `keys`, because the bundle of the tracking link contains all of `keys`.

export const exportPartition = (brandId: string): string => `${brandId}#EXPORT`;

export const exportKeys = {
  export: (brandId: string, id: string) => ({ pk: exportPartition(brandId), sk: id }),
  /** The exports that were in progress when the last one was requested. */
  inProgress: (brandId: string) => ({ pk: `${brandId}#EXPORTS_IN_PROGRESS`, sk: 'LIST' }),
} as const;
