// Builds the writes of erasures.

import { personOf } from '#lib/care/privacy/rules/erasure.ts';
import type { Erasure } from '#lib/care/privacy/schema/erasure.ts';
import { erasedRevision } from '#lib/foundation/contract/personal-fields.ts';
import type { Item, Key } from '#lib/foundation/table/keys/item.ts';
import { privacyKeys } from '#lib/foundation/table/keys/privacy-keys.ts';
import { changeItem } from '#lib/foundation/table/writes/change.ts';
import { changeExternalId } from '#lib/foundation/table/writes/external-ids.ts';
import { putNew, staleWrite, updateExisting, type Write } from '#lib/foundation/table/writes/write.ts';
import type { PersonalKind } from '#lib/record/events/rules/personal-fields.ts';

/** Throws a stale write if another request has begun to erase the person since `previousId` was read. */
export function addErasure(erasure: Erasure, previousId: string | undefined): readonly Write[] {
  const person = { ...privacyKeys.erasedPerson(erasure.brandId, personOf(erasure)), erasureId: erasure.id };
  return [
    putNew({ ...privacyKeys.erasure(erasure.brandId, erasure.id), ...erasure }, staleWrite),
    {
      kind: 'put',
      item: person,
      condition: previousId === undefined ? 'attribute_not_exists(#pk)' : '#erasureId = :previousId',
      ...(previousId !== undefined && { values: { previousId } }),
      refused: staleWrite,
    },
  ];
}

export const changeErasure = (before: Erasure, after: Erasure): Write =>
  changeItem(privacyKeys.erasure(before.brandId, before.id), before, after);

type Annotated = 'discount' | 'conversion' | 'dispute';
const isAnnotated = (kind: PersonalKind): kind is Annotated =>
  kind === 'discount' || kind === 'conversion' || kind === 'dispute';

const claimOf = (item: Item, externalId: unknown) => ({
  id: String(item.id),
  brandId: String(item.brandId),
  externalId: typeof externalId === 'string' ? externalId : null,
});

/** Also marks an item without personal data, because the recorder may not have recorded its earlier changes yet. */
export function eraseVersioned(
  kind: PersonalKind,
  key: Key,
  item: Item,
  changed: Readonly<Record<string, unknown>>,
): readonly Write[] {
  const was = item.revision;
  const revision = Number(was ?? 0) + 1;
  const fields = { ...changed, revision, [erasedRevision]: revision };
  const condition = was === undefined ? 'attribute_not_exists(#revision)' : '#revision = :was';
  const values = was === undefined ? {} : { was };
  const released = isAnnotated(kind) && 'externalId' in changed;
  return [
    updateExisting(key, { set: fields, condition, values }, staleWrite),
    ...(released ? changeExternalId(claimOf(item, item.externalId), claimOf(item, null), kind) : []),
  ];
}
