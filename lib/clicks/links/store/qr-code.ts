// Draws the URL of a link as a QR code, with a margin of four modules. https://www.w3.org/TR/png-3/
import { crc32, deflateSync } from 'node:zlib';
import { create } from 'qrcode';

const margin = 4;
/** Pixels of a module. A code of the longest URL has 57 modules. */
const scale = 16;

interface Drawn {
  readonly slug: string;
  readonly url: string | null;
}

interface Matrix {
  /** Modules in a row, with the margins. */
  readonly size: number;
  readonly isDark: (column: number, row: number) => boolean;
}

function matrixOf({ url }: Drawn): Matrix {
  const { modules } = create(url ?? '');
  const { size: own } = modules;
  const isInside = (index: number): boolean => index >= margin && index < margin + own;
  return {
    size: own + 2 * margin,
    isDark: (column, row) =>
      isInside(column) && isInside(row) && Boolean(modules.get(row - margin, column - margin)),
  };
}

const indexes = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

export function linkAsSvg(link: Drawn) {
  const { size, isDark } = matrixOf(link);
  const path = indexes(size).flatMap((row) =>
    indexes(size).flatMap((column) => (isDark(column, row) ? [`M${column} ${row}h1v1h-1z`] : [])),
  );
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path.join('')}"/></svg>\n`;
  return { name: `${link.slug}.svg`, bytes: Buffer.from(svg) };
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  return Buffer.concat([uint32(data.length), body, uint32(crc32(body))]);
}

/** A pixel is a byte, and each row begins with 0, because no filter changes it. */
function pixelsOf({ size, isDark }: Matrix): Buffer {
  const rows = indexes(size).map((row) => {
    const pixels = indexes(size).flatMap((column) =>
      new Array<number>(scale).fill(isDark(column, row) ? 0 : 255),
    );
    return Buffer.from([0, ...pixels]);
  });
  return Buffer.concat(rows.flatMap((row) => new Array<Buffer>(scale).fill(row)));
}

export function linkAsPng(link: Drawn) {
  const matrix = matrixOf(link);
  const width = uint32(matrix.size * scale);
  // 8 bits of gray, and the only method of compression, filters and order.
  const header = Buffer.concat([width, width, Buffer.from([8, 0, 0, 0, 0])]);
  const bytes = Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixelsOf(matrix))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return { name: `${link.slug}.png`, bytes };
}
