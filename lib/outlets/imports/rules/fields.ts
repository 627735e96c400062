// Defines the kinds of imports, and the fields that the columns of their files can have.

export const importTypes = ['creators'] as const;
export type ImportType = (typeof importTypes)[number];

const creatorFields = [
  'email',
  'name',
  'firstName',
  'lastName',
  'status',
  'trackingCode',
  'commission',
  'group',
  'profileUrl',
  'externalId',
  'discountCode',
  'discountValue',
  'balance',
] as const;

export const importFields = creatorFields;
export type ImportField = (typeof importFields)[number];

export const fieldsOf: Readonly<Record<ImportType, readonly ImportField[]>> = { creators: creatorFields };
