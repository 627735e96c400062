// Defines what the texts of e-mails to creators consist of.
import type { CreatorMailKind } from '#lib/access/email/rules/creator-mail-kinds.ts';

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
}

interface MailText {
  readonly subject: string;
  /** The first line comes before the button. */
  readonly lines: readonly string[];
  readonly button?: string;
}

export interface MailTexts {
  readonly greeting: (name: string) => string;
  readonly kinds: Readonly<Record<CreatorMailKind, (values: MailValues) => MailText>>;
  readonly reason: (order: string, reason: string) => string;
  readonly inTestMode: (brand: string) => string;
  readonly sentTo: (to: string, brand: string) => string;
  readonly unsubscribe: string;
  readonly openAddress: string;
  readonly page: {
    readonly title: string;
    readonly question: string;
    readonly button: string;
    readonly done: string;
  };
}
