// Builds the writes that add brands and users.
import type { StoredCredentials } from '#lib/access/auth/schema.ts';
import type { Brand } from '#lib/access/brands/schema.ts';
import type { StoredUser } from '#lib/access/users/schema/stored.ts';
import { conflict, DomainError } from '#lib/foundation/shared/errors.ts';
import { verifiedDomainOf } from '#lib/foundation/shared/link-domain.ts';
import { creatorKeys } from '#lib/foundation/table/keys/creator-keys.ts';
import { emailKeys } from '#lib/foundation/table/keys/email-keys.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { putNew, type Write } from '#lib/foundation/table/writes/write.ts';

export const addBrand = (brand: Brand): readonly Write[] => [
  putNew({ ...keys.brand(brand.id), ...brand }),
  putNew({ ...keys.brandDirectory(brand.id), brandId: brand.id }),
];

const slugTaken = () =>
  conflict('slug_taken', 'Another brand has the `slug`, or had it before: send another one', {
    details: [{ path: 'slug', message: 'Is already in use' }],
  });

export const isSlugTaken = (error: unknown): boolean =>
  error instanceof DomainError && error.code === 'slug_taken';

/** A former slug stays claimed, so that the links of earlier e-mails work, and the brand can take it again. */
export const claimSlug = ({ id: brandId, slug }: Brand): Write => ({
  kind: 'put',
  item: { ...creatorKeys.brandSlug(slug), brandId },
  condition: 'attribute_not_exists(#pk) OR #brandId = :brandId',
  values: { brandId },
  refused: slugTaken,
});

const linkPrefixTaken = () =>
  conflict('link_prefix_taken', 'Another brand has the `linkPrefix`, or had it before: send another one', {
    details: [{ path: 'linkPrefix', message: 'Is already in use' }],
  });

/** A former prefix stays claimed, so that links with it work. */
const claimLinkPrefix = (linkPrefix: string, brandId: string): Write => ({
  kind: 'put',
  item: { ...keys.linkPrefix(linkPrefix), brandId },
  condition: 'attribute_not_exists(#pk) OR #brandId = :brandId',
  values: { brandId },
  refused: linkPrefixTaken,
});

/** Claims the slug and the link prefix if they change. */
export const claimChangedNames = (before: Brand, after: Brand): readonly Write[] => [
  ...(after.slug === before.slug ? [] : [claimSlug(after)]),
  ...(after.linkPrefix === before.linkPrefix || after.linkPrefix === undefined
    ? []
    : [claimLinkPrefix(after.linkPrefix, after.id)]),
];

const linkDomainTaken = () =>
  conflict('link_domain_taken', 'Another brand has verified the `domain`: it must delete it first', {
    details: [{ path: 'domain', message: 'Is already in use' }],
  });

/** Claims a verified domain, and frees the former one. */
export function claimChangedDomain(before: Brand, after: Brand): readonly Write[] {
  const { id: owner } = after;
  const [was, is] = [verifiedDomainOf(before), verifiedDomainOf(after)];
  if (was === is) return [];
  const claim: Pick<Write, 'condition' | 'values' | 'refused'> = {
    condition: 'attribute_not_exists(#pk) OR #brandId = :owner',
    values: { owner },
    refused: linkDomainTaken,
  };
  return [
    ...(was === undefined ? [] : [{ ...claim, kind: 'delete' as const, key: keys.linkDomain(was) }]),
    ...(is === undefined
      ? []
      : [{ ...claim, kind: 'update' as const, key: keys.linkDomain(is), set: { brandId: owner } }]),
  ];
}

export const userKey = ({ brandId, id }: Pick<StoredUser, 'brandId' | 'id'>) =>
  keys.item(brandId, 'user', id);

const userExists = () => conflict('user_exists', 'A user with this e-mail address already exists');

/** Does not touch the login of the address, which can belong to another brand. */
export const addInvitedUser = (user: StoredUser): readonly Write[] => [
  putNew({ ...emailKeys.userEmail(user.brandId, user.email), userId: user.id }, userExists),
  putNew({ ...userKey(user), ...user }),
];

export function addUser(user: StoredUser, passwordHash: string): readonly Write[] {
  const { id: userId, brandId, email, role, passwordVersion } = user;
  const credentials: StoredCredentials = { userId, brandId, email, role, passwordVersion, passwordHash };
  return [putNew({ ...keys.credentials(email), ...credentials }, userExists), ...addInvitedUser(user)];
}
