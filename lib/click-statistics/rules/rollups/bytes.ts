// Numbers and texts as few bytes: what figures are stored as.

const bitsOfByte = 7;
const continues = 0x80;
const mask = 0x7f;

/** Bytes as they are written, one value after the other. */
export interface Writer {
  /** A whole number, 0 or more: one byte below 128, two below 16,384, … */
  count(value: number): void;
  /** A whole number that may be negative: one byte between -64 and 63. */
  signed(value: number): void;
  text(value: string): void;
  bytes(value: Uint8Array): void;
  done(): Uint8Array;
}

/** The same values, read in the order they were written in. Throws where the bytes end too early. */
export interface Reader {
  count(): number;
  signed(): number;
  text(): string;
  bytes(length: number): Uint8Array;
}

export function writer(): Writer {
  const written: number[] = [];
  const count = (value: number): void => {
    let rest = value;
    // By division: a shift would cut at 32 bits.
    for (; rest > mask; rest = Math.floor(rest / continues)) written.push((rest % continues) | continues);
    written.push(rest);
  };
  const bytes = (value: Uint8Array): void => {
    for (const byte of value) written.push(byte);
  };
  return {
    count,
    bytes,
    signed: (value) => count(value < 0 ? -2 * value - 1 : 2 * value),
    text: (value) => {
      const encoded = Buffer.from(value);
      count(encoded.length);
      bytes(encoded);
    },
    done: () => Uint8Array.from(written),
  };
}

export function reader(from: Uint8Array): Reader {
  let at = 0;
  const bytes = (length: number): Uint8Array => {
    if (at + length > from.length) throw new Error('Figures cannot be read: they end too early');
    at += length;
    return from.subarray(at - length, at);
  };
  const count = (): number => {
    let value = 0;
    for (let place = 1; ; place *= 2 ** bitsOfByte) {
      const [byte = 0] = bytes(1);
      value += (byte & mask) * place;
      if (byte < continues) return value;
    }
  };
  return {
    bytes,
    count,
    signed: () => {
      const value = count();
      return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
    },
    text: () => Buffer.from(bytes(count())).toString(),
  };
}
