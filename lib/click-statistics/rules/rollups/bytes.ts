// Encodes and decodes numbers and texts in a compact binary format with variable-length integers.

const bitsOfByte = 7;
const continuationBit = 0x80;
const mask = 0x7f;

export interface Writer {
  unsigned(value: number): void;
  signed(value: number): void;
  text(value: string): void;
  bytes(value: Uint8Array): void;
  done(): Uint8Array;
}

export interface Reader {
  unsigned(): number;
  signed(): number;
  text(): string;
  bytes(length: number): Uint8Array;
  isAtEnd(): boolean;
}

export function writer(): Writer {
  const written: number[] = [];
  const unsigned = (value: number): void => {
    let rest = value;
    // Divide, because a bit shift truncates the number to 32 bits.
    for (; rest > mask; rest = Math.floor(rest / continuationBit)) {
      written.push((rest % continuationBit) | continuationBit);
    }
    written.push(rest);
  };
  const bytes = (value: Uint8Array): void => {
    for (const byte of value) written.push(byte);
  };
  return {
    unsigned,
    bytes,
    signed: (value) => unsigned(value < 0 ? -2 * value - 1 : 2 * value),
    text: (value) => {
      const encoded = Buffer.from(value);
      unsigned(encoded.length);
      bytes(encoded);
    },
    done: () => Uint8Array.from(written),
  };
}

export function reader(from: Uint8Array): Reader {
  let at = 0;
  const bytes = (length: number): Uint8Array => {
    if (at + length > from.length) throw new Error('A stored rollup is invalid: it ends too early');
    at += length;
    return from.subarray(at - length, at);
  };
  const unsigned = (): number => {
    let value = 0;
    for (let place = 1; ; place *= 2 ** bitsOfByte) {
      const [byte = 0] = bytes(1);
      value += (byte & mask) * place;
      if (byte < continuationBit) return value;
    }
  };
  return {
    bytes,
    unsigned,
    signed: () => {
      const value = unsigned();
      return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
    },
    text: () => Buffer.from(bytes(unsigned())).toString(),
    isAtEnd: () => at === from.length,
  };
}
