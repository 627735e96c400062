// Encodes and decodes Crockford's base 32, the encoding of ULIDs. See https://www.crockford.com/base32.html

export const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const bitsOfDigit = 5;

export function encodeBytes(bytes: Uint8Array): string {
  let text = '';
  let [held, bits] = [0, 0];
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= bitsOfDigit) {
      bits -= bitsOfDigit;
      text += digits.charAt((held >> bits) & (digits.length - 1));
    }
    held &= (1 << bits) - 1;
  }
  return text;
}

/** Pads with leading zeros to `length`, so that the texts sort like the numbers. */
export function encodeNumber(value: number, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest = Math.floor(rest / digits.length)) {
    text = digits.charAt(rest % digits.length) + text;
  }
  return text;
}

export const decodeNumber = (text: string): number =>
  [...text].reduce((value, digit) => value * digits.length + digits.indexOf(digit), 0);
