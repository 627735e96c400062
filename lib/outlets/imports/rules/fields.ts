// Defines the kinds of imports, and the fields that the columns of their files can have.

export const importTypes = ['creators', 'orders'] as const;
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

/** The creator of an order is found by the code or the address. */
const orderFields = [
  'orderId',
  'email',
  'trackingCode',
  'amount',
  'currency',
  'commissionAmount',
  'occurredAt',
  'status',
  'customerId',
] as const;

export const importFields = [
  ...creatorFields,
  'orderId',
  'amount',
  'currency',
  'commissionAmount',
  'occurredAt',
  'customerId',
] as const;
export type ImportField = (typeof importFields)[number];

export const fieldsOf: Readonly<Record<ImportType, readonly ImportField[]>> = {
  creators: creatorFields,
  orders: orderFields,
};

/** Each file needs columns for one field of each list. */
export const neededFields: Readonly<Record<ImportType, readonly (readonly ImportField[])[]>> = {
  creators: [['email']],
  orders: [['orderId'], ['amount'], ['occurredAt'], ['trackingCode', 'email']],
};
