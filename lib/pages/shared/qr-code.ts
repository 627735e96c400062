// Shows an address as a QR code. A dark code on white is readable for every camera, also in dark mode.
import { create } from 'qrcode';
import { type Html, html, raw } from './html.ts';

export function qrCode(text: string, label: string): Html {
  const { modules } = create(text);
  const { size } = modules;
  const indexes = Array.from({ length: size * size }, (_, index) => index);
  const dark = indexes.filter((index) => modules.data[index]);
  const path = dark.map((index) => `M${index % size} ${Math.floor(index / size)}h1v1h-1z`).join('');
  return html`<svg class="qr" role="img" aria-label="${label}" viewBox="-2 -2 ${size + 4} ${size + 4}" width="180" height="180"
shape-rendering="crispEdges"><rect x="-2" y="-2" width="100%" height="100%" fill="#fff"/><path fill="#000" d="${raw(path)}"/></svg>`;
}
