// Defines the words of an e-mail in one language.
export interface Template {
  readonly title: (brandName: string) => string;
  readonly button?: string;
  /** The first line comes before the button. */
  readonly lines: (brandName: string, endpoint: string, enableAgain: string) => readonly string[];
}
