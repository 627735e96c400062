// Serves the logo of a brand, for pages and e-mails.
import type { PageHandler } from '#lib/pages/shared/context.ts';
import { slugOf } from './page.ts';
import { visitOf } from './visit.ts';

/** The address contains the hash of the logo, so the image behind it never changes. */
export const showLogo: PageHandler = async (c) => {
  const { contentType, data } = await visitOf(c).api.programs.getLogo(slugOf(c));
  return c.body(Uint8Array.from(Buffer.from(data, 'base64')), 200, {
    'content-type': contentType,
    'cache-control': 'public, max-age=31536000, immutable',
  });
};
