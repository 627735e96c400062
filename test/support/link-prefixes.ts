// Sets the link prefix of a brand.
import { randomUUID } from 'node:crypto';
import type { World } from './situations.ts';

/** The transaction also checks the codes from before the prefix. */
export async function setLinkPrefix({ by, token }: World): Promise<void> {
  await by.patch(token, '/brand', { linkPrefix: `p${randomUUID().replaceAll('-', '').slice(0, 15)}` });
}
