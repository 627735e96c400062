// Defines with what a row of an import is judged, and the judgement.
import type { Brand } from '#lib/access/brands/schema.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import type { Write } from '#lib/foundation/table/writes/write.ts';
import type { Import, Result } from '#lib/outlets/imports/schema/stored.ts';
import type { Affiliate } from '#lib/program/affiliates/schema/affiliate.ts';

/** The stored items that concern a row. */
export interface Found {
  readonly byExternalId: Affiliate | undefined;
  readonly byEmail: Affiliate | undefined;
  /** The creators as they are stored, by id. */
  readonly items: ReadonlyMap<string, Item>;
  /** The target of the tracking code. */
  readonly target: Item | undefined;
  /** A code that is free, if the tracking code is taken. */
  readonly freeCode: string | undefined;
  /** The claims of the discount codes that exist already. */
  readonly codes: ReadonlyMap<string, Item>;
  /** The opening balance that an import has recorded for the creator. */
  readonly balance: Item | undefined;
}

export interface Setting extends Pick<Import, 'onExisting' | 'invite'> {
  readonly brand: Brand;
  readonly now: Date;
  readonly importId: string;
  /** The brand for which an import of test mode is a rehearsal. */
  readonly liveBrandId: string | undefined;
  /** The person or key that starts the import. */
  readonly actorId: string;
}

export interface Judgement extends Result {
  readonly writes: readonly Write[];
}
