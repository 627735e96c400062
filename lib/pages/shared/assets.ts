// Serves the style sheet and the script.
import { gunzipSync } from 'node:zlib';
import { buildAssets } from './assets-source.ts';
import type { PageContext } from './context.ts';

let built: ReturnType<typeof buildAssets> | undefined;

export const assets = () => {
  built ??= buildAssets();
  return built;
};

export function serveAsset(c: PageContext): Response | Promise<Response> {
  const asset = Object.values(assets()).find(({ name }) => name === c.req.param('file'));
  if (asset === undefined) return c.notFound();
  const content = Buffer.from(asset.content, 'base64');
  const acceptsGzip = /\bgzip\b/.test(c.req.header('accept-encoding') ?? '');
  return c.body(new Uint8Array(acceptsGzip ? content : gunzipSync(content)), 200, {
    'content-type': `${asset.type}; charset=utf-8`,
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
    ...(acceptsGzip && { 'content-encoding': 'gzip' }),
  });
}
