// Draws the URL of a link as a QR code.
import { toBuffer, toString as toText } from 'qrcode';

const pixels = 1024;

interface Drawn {
  readonly slug: string;
  readonly url: string | null;
}

export const linkAsSvg = async ({ slug, url }: Drawn) => ({
  name: `${slug}.svg`,
  bytes: Buffer.from(await toText(url ?? '', { type: 'svg' })),
});

export const linkAsPng = async ({ slug, url }: Drawn) => ({
  name: `${slug}.png`,
  bytes: await toBuffer(url ?? '', { width: pixels }),
});
