// Recognizes the columns of a file by their headers, in English and German.

export const importFields = [
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
] as const;
export type ImportField = (typeof importFields)[number];

/** Letters and digits of headers, in lower case. */
const headers: Readonly<Record<ImportField, readonly string[]>> = {
  email: ['email', 'emailaddress', 'mail', 'mailadresse', 'emailadresse', 'epost'],
  name: ['name', 'fullname', 'displayname', 'creator', 'creatorname', 'affiliate', 'partner', 'vollername'],
  firstName: ['firstname', 'givenname', 'vorname'],
  lastName: ['lastname', 'surname', 'familyname', 'nachname', 'familienname'],
  status: ['status', 'state', 'zustand'],
  trackingCode: ['trackingcode', 'code', 'ref', 'refcode', 'referralcode', 'referralid', 'linkcode', 'token'],
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
};

const plain = (header: string): string => header.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The first column with a header of the field wins, so that a field has one column. */
export function guessColumns(names: readonly string[]): readonly (ImportField | null)[] {
  const taken = new Set<ImportField>();
  return names.map((name) => {
    const field = importFields.find((one) => !taken.has(one) && headers[one].includes(plain(name)));
    if (field === undefined) return null;
    taken.add(field);
    return field;
  });
}
