// Reads the events of a creator, then those of the discount codes, links, orders, commissions, disputes and fraud findings.
import { deletedResourcePartition } from '#lib/foundation/table/keys/privacy-keys.ts';
import { type ListQuery, listQueryFor } from '#lib/foundation/table/list-query.ts';
import { readPageAfter } from '#lib/foundation/table/query-pages.ts';
import type { Creator, Part, ReadPart } from './records.ts';

/** Bounds the calls of one request, because each resource is one query. */
const resourcesAtOnce = 20;

/** `after` is the last resource whose events were all read, `sequence` the last event of the next one. Both are empty at the start. */
interface Position {
  readonly list: number;
  readonly after: string;
  readonly sequence: string;
}

const separator = ':';

const formatPosition = ({ list, after, sequence }: Position): string =>
  [list, after, sequence].join(separator);

function parsePosition(text: string | null): Position {
  const [list = '0', after = '', sequence = ''] = (text ?? '').split(separator);
  return { list: Number(list), after, sequence };
}

const listsOf = ({ brandId, id: affiliateId }: Creator): readonly ListQuery[] => [
  listQueryFor(brandId, 'discount', { affiliateId }),
  { partition: deletedResourcePartition(brandId, affiliateId) },
  listQueryFor(brandId, 'link', { affiliateId }),
  listQueryFor(brandId, 'conversion', { affiliateId }),
  listQueryFor(brandId, 'commission', { affiliateId }),
  listQueryFor(brandId, 'dispute', { affiliateId }),
  listQueryFor(brandId, 'fraudFinding', { affiliateId }),
];

async function readResources(creator: Creator, { list, after }: Position) {
  const query = list === 0 ? undefined : listsOf(creator)[list - 1];
  if (query === undefined) return { ids: [creator.id], next: { list: 1, after: '', sequence: '' } };
  const { items, upTo, isLast } = await readPageAfter(query, after || null, resourcesAtOnce);
  const nextList = list < listsOf(creator).length ? { list: list + 1, after: '', sequence: '' } : null;
  const next = isLast ? nextList : { list, after: upTo ?? after, sequence: '' };
  return { ids: items.map(({ sk }) => String(sk)), next };
}

export const readAllEvents =
  <Event>(readEventsOf: ReadPart<Event>): ReadPart<Event> =>
  async (creator, from, limit): Promise<Part<Event>> => {
    const position = parsePosition(from);
    const { ids, next } = await readResources(creator, position);
    const parts = await Promise.all(
      ids.map((id, index) => {
        const sequence = index === 0 ? position.sequence : '';
        return readEventsOf({ brandId: creator.brandId, id }, sequence || null, limit);
      }),
    );
    const items: Event[] = [];
    let { after } = position;
    for (const [index, part] of parts.entries()) {
      if (index > 0 && items.length + part.items.length > limit) {
        return { items, after: formatPosition({ ...position, after, sequence: '' }) };
      }
      items.push(...part.items);
      if (part.after !== null) {
        return { items, after: formatPosition({ ...position, after, sequence: part.after }) };
      }
      after = ids[index] ?? after;
    }
    return { items, after: next && formatPosition(next) };
  };
