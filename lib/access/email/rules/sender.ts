// Builds the sender of e-mails in the name of a brand.

/** An encoded word has at most 75 characters (RFC 2047), of which 12 are not content, and Base64 needs a third more. */
const maxBytes = 45;

/** Splits between characters, because each encoded word is decoded alone. */
function encodedWords(text: string): string {
  const words: string[] = [''];
  for (const character of text) {
    const last = words.at(-1) ?? '';
    if (Buffer.byteLength(last + character) > maxBytes) words.push(character);
    else words[words.length - 1] = last + character;
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join(' ');
}

const printable = /^[\x20-\x7e]*$/;
const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&')}"`;

/** `from` is the sender of the stage: an address, or a name and an address. */
export function senderNamed(name: string, from: string): string {
  const address = /<([^<>]+)>$/.exec(from)?.[1] ?? from;
  return `${printable.test(name) ? quoted(name) : encodedWords(name)} <${address}>`;
}
