// Draws the URL of a link as a QR code.
import { toBuffer, toString as toText } from 'qrcode';
import { presentLink } from '#lib/clicks/links/present.ts';
import type { Link } from '#lib/clicks/links/schema/stored.ts';

const pixels = 1024;

export async function linkAsSvg(link: Link) {
  const { slug, url } = presentLink(link);
  return { name: `${slug}.svg`, bytes: Buffer.from(await toText(url ?? '', { type: 'svg' })) };
}

export async function linkAsPng(link: Link) {
  const { slug, url } = presentLink(link);
  return { name: `${slug}.png`, bytes: await toBuffer(url ?? '', { width: pixels }) };
}
