// Masks accounts and numbers, so that people recognize them without seeing them.

/** `DE89370400440532013000` becomes `DE** **** 3000`. */
export const maskIban = (iban: string): string => `${iban.slice(0, 2)}** **** ${iban.slice(-4)}`;

export const maskEmail = (email: string): string => email.replace(/^(?<first>.).*(?=@)/u, '$<first>***');

/** Shows at most the last three characters, and never more than a third. */
export function maskText(text: string): string {
  const shown = Math.min(3, Math.floor(text.length / 3));
  return `***${shown === 0 ? '' : text.slice(-shown)}`;
}
