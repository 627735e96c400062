// Visits the portal like a creator's browser without JavaScript.
import { expect } from 'vitest';
import type { Brand } from '#lib/access/brands/schema.ts';
import { portalPages } from '#lib/pages/portal/pages.ts';
import { pageHandler } from '#lib/pages/shared/handler.ts';
import type { Affiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import { newVisitor } from './page-visitor.ts';
import { createPortalCreator, creatorLinkOf } from './portal.ts';

export const visitPortal = () => newVisitor(pageHandler('pages.portal', portalPages()));
export type PortalVisitor = ReturnType<typeof visitPortal>;

/** Creates a creator who has signed in with the link of `token`. */
export async function signedInCreator(brand: Brand, given: Partial<Affiliate> = {}) {
  const { affiliate } = await createPortalCreator(brand, given);
  const visitor = visitPortal();
  const token = await creatorLinkOf(affiliate, 'creatorSignIn');
  const home = `/creators/${brand.slug}`;
  expect((await visitor.post(`${home}/session`, { token })).location).toBe(home);
  return { affiliate, visitor, token };
}
