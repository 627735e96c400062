// Recognizes the columns of a file by their headers, in English and German.
import { fieldsOf, type ImportField, type ImportType } from './fields.ts';
import { type Headers, headersOf, type ImportSource } from './sources.ts';

/** Letters and digits of headers, in lower case. */
const generalHeaders: Headers = {
  email: [
    ...['affiliateemail', 'partneremail', 'promoteremail', 'creatoremail'],
    ...['email', 'emailaddress', 'mail', 'mailadresse', 'emailadresse', 'epost'],
  ],
  name: ['name', 'fullname', 'displayname', 'creator', 'creatorname', 'affiliate', 'partner', 'vollername'],
  firstName: ['firstname', 'givenname', 'vorname'],
  lastName: ['lastname', 'surname', 'familyname', 'nachname', 'familienname'],
  status: ['status', 'state', 'zustand'],
  trackingCode: [
    'trackingcode',
    'code',
    'ref',
    'refcode',
    'referralcode',
    'referralid',
    'linkcode',
    'token',
    'affiliatecode',
  ],
  commission: ['commission', 'commissionrate', 'rate', 'provision', 'provisionssatz', 'satz'],
  group: ['group', 'tier', 'segment', 'gruppe', 'stufe'],
  profileUrl: [
    'profileurl',
    'profile',
    'url',
    'website',
    'webseite',
    'profil',
    'socialprofile',
    'channel',
    'kanal',
  ],
  externalId: [
    'externalid',
    'id',
    'customerid',
    'partnerid',
    'affiliateid',
    'externeid',
    'kundennummer',
    'nummer',
  ],
  discountCode: ['discountcode', 'coupon', 'couponcode', 'promocode', 'rabattcode', 'gutschein'],
  discountValue: ['discountvalue', 'discount', 'couponvalue', 'rabatt'],
  orderId: ['orderid', 'order', 'ordernumber', 'orderno', 'bestellnummer', 'bestellung'],
  amount: ['amount', 'revenue', 'total', 'subtotal', 'saleamount', 'orderamount', 'betrag', 'umsatz'],
  currency: ['currency', 'currencycode', 'waehrung', 'währung'],
  commissionAmount: ['commissionamount', 'commission', 'earnings', 'reward', 'provision'],
  occurredAt: ['occurredat', 'date', 'createdat', 'created', 'orderdate', 'time', 'datum'],
  customerId: ['customerid', 'customer', 'kunde', 'kundennummer'],
  balance: ['balance', 'openingbalance', 'unpaid', 'amountdue', 'guthaben', 'offenerbetrag'],
};

const plain = (header: string): string => header.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** A discount code without its value could not be created, so its column is left out. */
const withoutLoneCodes = (fields: readonly (ImportField | null)[]) =>
  fields.includes('discountValue')
    ? fields
    : fields.map((field) => (field === 'discountCode' ? null : field));

/** The first column with a header of the field wins, so that a field has one column. */
export function guessColumns(
  names: readonly string[],
  type: ImportType,
  source: ImportSource,
): readonly (ImportField | null)[] {
  const fields: (ImportField | null)[] = names.map(() => null);
  for (const headers of [headersOf[source], generalHeaders])
    for (const [index, name] of names.entries()) {
      if (fields[index] !== null) continue;
      const isOf = (field: ImportField) =>
        !fields.includes(field) && (headers[field] ?? []).includes(plain(name));
      fields[index] = fieldsOf[type].find(isOf) ?? null;
    }
  return withoutLoneCodes(fields);
}
