// Completes the address of a web page, which people type without its beginning.

/** An address with another beginning stays as it is, and the API refuses it. */
export const webAddress = (text: string | undefined): string | undefined =>
  text === undefined || text.includes('://') ? text : `https://${text}`;
