// Computes CRC-32 (ISO 3309), which detects mistyped keys. Not `node:zlib`, because loading it slows down cold starts.

const polynomial = 0xedb88320;

export function crc32(text: string): number {
  let crc = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? polynomial : 0);
  }
  return ~crc >>> 0;
}
