// Defines the keys of reconciliations of shops, and of the differences that they find.

export const reconciliationPartition = (brandId: string): string => `${brandId}#RECONCILIATION`;

/** The reconciliations of a connection, in the index of states. */
export const connectionReconciliations = (brandId: string, connectionId: string): string =>
  `${brandId}#${connectionId}#RECONCILIATION`;

/** Each kind has a partition of its own, so that a list of one kind reads nothing else. */
export const differencePartition = (brandId: string, reconciliationId: string, kind: string): string =>
  `${brandId}#${reconciliationId}#DIFFERENCE#${kind}`;

export const reconciliationKeys = {
  reconciliation: (brandId: string, id: string) => ({ pk: reconciliationPartition(brandId), sk: id }),
  difference: (brandId: string, reconciliationId: string, kind: string, id: string) => ({
    pk: differencePartition(brandId, reconciliationId, kind),
    sk: id,
  }),
} as const;
