// Lists the items that belong to a person, in pages.
import type { Erasure, Position } from '#lib/care/privacy/schema/erasure.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import {
  customerPartition,
  formerCustomerPartition,
  manualPartition,
} from '#lib/foundation/table/keys/list-keys.ts';
import { deletedResourcePartition } from '#lib/foundation/table/keys/privacy-keys.ts';
import { type ListQuery, listQueryFor } from '#lib/foundation/table/list-query.ts';
import { readPageAfter } from '#lib/foundation/table/query-pages.ts';

interface PersonalList {
  readonly query: ListQuery;
  readonly kind: 'discount' | 'link' | 'commission' | 'conversion' | 'dispute';
  readonly idIn: (item: Item) => string;
  /** The orders belong to another customer now. */
  readonly isFormer?: true;
}

const sortKeyIn = ({ sk }: Item): string => String(sk);

function listsOf({ brandId, affiliateId, customerKey }: Erasure): readonly PersonalList[] {
  const idIn = ({ listedId }: Item) => String(listedId);
  if (affiliateId === null) {
    const partition = customerPartition(brandId, customerKey ?? '');
    const former = formerCustomerPartition(brandId, customerKey ?? '');
    return [
      { query: { partition, index: 'byCustomer' }, kind: 'conversion', idIn },
      { query: { partition: former, index: 'byCustomer' }, kind: 'conversion', idIn, isFormer: true },
    ];
  }
  // Only manual commissions and those that were rejected once have a text that a person has written.
  const rejected = listQueryFor(brandId, 'commission', { affiliateId, status: 'rejected' });
  return [
    { query: listQueryFor(brandId, 'discount', { affiliateId }), kind: 'discount', idIn: sortKeyIn },
    { query: listQueryFor(brandId, 'link', { affiliateId }), kind: 'link', idIn: sortKeyIn },
    { query: rejected, kind: 'commission', idIn: sortKeyIn },
    {
      query: { partition: deletedResourcePartition(brandId, affiliateId) },
      kind: 'discount',
      idIn: sortKeyIn,
    },
    {
      query: { partition: manualPartition(brandId, affiliateId), index: 'byCustomer' },
      kind: 'commission',
      idIn,
    },
    { query: listQueryFor(brandId, 'dispute', { affiliateId }), kind: 'dispute', idIn: sortKeyIn },
  ];
}

export interface PersonalItem {
  readonly kind: PersonalList['kind'];
  readonly id: string;
  readonly isFormer: boolean;
}

interface Page {
  readonly items: readonly PersonalItem[];
  /** Undefined after the last page. */
  readonly next: Position | undefined;
}

const itemsPerStep = 20;

export async function readPersonalItems(erasure: Erasure): Promise<Page> {
  const { list: index, after } = erasure.position;
  const lists = listsOf(erasure);
  const list = lists[index];
  if (list === undefined) return { items: [], next: undefined };
  const { items, upTo, isLast } = await readPageAfter(list.query, after, itemsPerStep);
  const next = isLast ? { list: index + 1, after: null } : { list: index, after: upTo };
  return {
    items: items.map((item) => ({ kind: list.kind, id: list.idIn(item), isFormer: list.isFormer ?? false })),
    next: next.list < lists.length ? next : undefined,
  };
}
