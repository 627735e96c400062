// Lists the users of a brand.

import { collectionPartition } from '#lib/table/keys/keys.ts';
import type { PageRequest } from '#lib/table/list-source.ts';
import { readList } from '#lib/table/pages.ts';
import { storedUser } from '#lib/users/schema/stored.ts';

/** A brand has few users, so the list counts them and needs no counter. */
export const readUserPage = (brandId: string, page: PageRequest) =>
  readList(
    { queries: [{ partition: collectionPartition(brandId, 'user') }], kind: 'user' },
    page,
    (user) => storedUser.parse(user),
    undefined,
  );
