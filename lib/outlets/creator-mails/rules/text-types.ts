// Defines what the texts of e-mails to creators consist of.
import type { CreatorMailKind, OptionalMailKind } from '#lib/access/email/rules/creator-mail-kinds.ts';

/** The values of the texts. Amounts and days are formatted in the language. */
export interface MailValues {
  readonly brand: string;
  readonly name: string;
  readonly count: number;
  readonly amount: string;
  /** The day of a digest, or the time from the first to the last commission of a payout. */
  readonly period: string;
  /** Orders with the reason why their commission was rejected. */
  readonly reasons: readonly string[];
  readonly link: string;
  readonly codes: readonly string[];
  /** The order of a request. Empty for none. */
  readonly order: string;
  readonly answer: string;
  readonly isAccepted: boolean;
  /** The time from which new payment details count. Empty for at once. */
  readonly usableFrom: string;
  /** The address for questions. Empty for none. */
  readonly contact: string;
}

interface MailText {
  readonly subject: string;
  /** The first line comes before the button. */
  readonly lines: readonly string[];
  readonly button?: string;
}

export interface UnsubscribeNames {
  readonly brand: string;
  readonly kind: string;
}

export interface MailTexts {
  readonly greeting: (name: string) => string;
  readonly kinds: Readonly<Record<CreatorMailKind, (values: MailValues) => MailText>>;
  readonly reason: (order: string, reason: string) => string;
  readonly inTestMode: (brand: string) => string;
  readonly sentTo: (to: string, brand: string) => string;
  /** The kinds in the sentences about turning them off. */
  readonly kindNames: Readonly<Record<OptionalMailKind, string>>;
  readonly contact: (address: string) => string;
  readonly unsubscribe: (kind: string) => string;
  readonly openAddress: string;
  readonly page: {
    readonly title: string;
    /** `names` is undefined for a link that the service has not signed. */
    readonly question: (names: UnsubscribeNames | undefined) => string;
    readonly button: string;
    readonly done: (names: UnsubscribeNames | undefined) => string;
  };
}
