// Lists the users of a brand.

import { storedUser } from '#lib/access/users/schema/stored.ts';
import { collectionPartition } from '#lib/foundation/table/keys/keys.ts';
import type { PageRequest } from '#lib/foundation/table/list-source.ts';
import { readList } from '#lib/foundation/table/pages.ts';

/** A brand has few users, so the list counts them and needs no counter. */
export const readUserPage = (brandId: string, page: PageRequest) =>
  readList(
    { queries: [{ partition: collectionPartition(brandId, 'user') }], kind: 'user' },
    page,
    (user) => storedUser.parse(user),
    undefined,
  );
