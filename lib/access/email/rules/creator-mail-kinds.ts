// Lists the e-mails that creators receive.

export const mailLanguages = ['en', 'de'] as const;
export type MailLanguage = (typeof mailLanguages)[number];

/** A creator can turn these off, and so can the brand. */
export const optionalMailKinds = [
  'welcome',
  'dailyDigest',
  'commissionApproved',
  'commissionRejected',
  'payoutSent',
  'payoutDetailsMissing',
  'termsChanged',
  'disputeAnswered',
] as const;
export type OptionalMailKind = (typeof optionalMailKinds)[number];

/** The kinds that a brand can turn off. */
export const brandMailKinds = ['invitation', 'applicationDeclined', ...optionalMailKinds] as const;
export type BrandMailKind = (typeof brandMailKinds)[number];

/** The last two protect the creator, so nobody can turn them off. */
export const creatorMailKinds = [...brandMailKinds, 'payoutDetailsChanged', 'accountErased'] as const;
export type CreatorMailKind = (typeof creatorMailKinds)[number];

export const isOptionalKind = (kind: CreatorMailKind): kind is OptionalMailKind =>
  optionalMailKinds.some((one) => one === kind);

export const isBrandKind = (kind: CreatorMailKind): kind is BrandMailKind =>
  brandMailKinds.some((one) => one === kind);
