// Turns the first bytes of a response into text that is safe to store and to show.

/** Bytes that are cut off or are not UTF-8 become replacement characters. */
export const printable = (bytes: Uint8Array): string =>
  new TextDecoder().decode(bytes).replaceAll(/[^\P{Cc}\n\t]/gu, '\uFFFD');
