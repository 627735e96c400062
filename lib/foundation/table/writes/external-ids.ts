// Builds the writes that claim and release external ids, which are unique in a brand for each kind of item.
import { conflict } from '#lib/foundation/shared/errors.ts';
import { type AnnotatedCollection, externalIdKeys } from '#lib/foundation/table/keys/external-id-keys.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { deleteExisting, putNew, staleWrite, type Write } from './write.ts';

export interface Annotated {
  readonly id: string;
  readonly brandId: string;
  readonly externalId: string | null;
}

/** `claim` is the item that another item has stored under the external id. */
export function externalIdTaken(claim: Item | undefined) {
  const id = String(claim?.ownerId ?? '');
  return conflict('external_id_taken', `\`externalId\` already belongs to ${id}`, {
    details: [{ path: 'externalId', message: `Belongs to ${id}`, values: [id] }],
  });
}

export const ownerIdIn = (claim: Item): string => String(claim.ownerId);

const keyOf = ({ brandId }: Annotated, collection: AnnotatedCollection, externalId: string) =>
  externalIdKeys.externalId(brandId, collection, externalId);

export const claimExternalId = (owner: Annotated, collection: AnnotatedCollection): readonly Write[] =>
  owner.externalId === null
    ? []
    : [putNew({ ...keyOf(owner, collection, owner.externalId), ownerId: owner.id }, externalIdTaken)];

export const releaseExternalId = (owner: Annotated, collection: AnnotatedCollection): readonly Write[] =>
  owner.externalId === null ? [] : [deleteExisting(keyOf(owner, collection, owner.externalId), staleWrite)];

export const changeExternalId = (
  before: Annotated,
  after: Annotated,
  collection: AnnotatedCollection,
): readonly Write[] =>
  before.externalId === after.externalId
    ? []
    : [...claimExternalId(after, collection), ...releaseExternalId(before, collection)];
