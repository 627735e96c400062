// Stores the logo of a brand. It has an item of its own, because each request reads the brand.
import { hash } from 'node:crypto';
import { checkLogo } from '#lib/access/brands/rules/logo.ts';
import { type Logo, logoInput } from '#lib/access/brands/schema/logo.ts';
import type { Brand } from '#lib/access/brands/schema.ts';
import { notFound } from '#lib/foundation/shared/errors.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import { creatorKeys } from '#lib/foundation/table/keys/creator-keys.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { retryOnConflict } from '#lib/foundation/table/retry-on-conflict.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { changeItem } from '#lib/foundation/table/writes/change.ts';
import { type Precondition, withPreconditions } from '#lib/foundation/table/writes/preconditions.ts';
import type { Write } from '#lib/foundation/table/writes/write.ts';
import { getBrand } from './lookup.ts';

const hashLength = 16;

/** Undefined deletes the logo. Returns the brand. */
export function changeLogo(
  brandId: string,
  logo: Logo | undefined,
  preconditions: readonly Precondition[],
): Promise<Brand> {
  if (logo !== undefined) checkLogo(logo);
  const key = creatorKeys.brandLogo(brandId);
  const write: Write = logo ? { kind: 'put', item: { ...key, ...logo } } : { kind: 'delete', key };
  const hashOfLogo = logo && hash('sha256', JSON.stringify(logo), 'base64url').slice(0, hashLength);
  return retryOnConflict(async () => {
    const before = await getBrand(brandId);
    const { logo: hashBefore, ...portal } = before.portal;
    if (hashBefore === hashOfLogo) return before;
    const after = { ...before, portal: { ...portal, ...(hashOfLogo !== undefined && { logo: hashOfLogo }) } };
    await transact(withPreconditions([changeItem(keys.brand(brandId), before, after), write], preconditions));
    return after;
  });
}

/** Throws a 404 if no brand has the slug, or if the brand has no logo. */
export async function getLogo(slug: string): Promise<Logo> {
  const [claim] = await getItems([creatorKeys.brandSlug(slug)]);
  const [logo] = await getItems([creatorKeys.brandLogo(String(claim?.brandId ?? 'unknown'))]);
  if (logo === undefined) throw notFound('logo');
  return logoInput.parse({ contentType: logo.contentType, data: logo.data });
}
