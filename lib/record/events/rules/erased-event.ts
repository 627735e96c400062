// Erases the personal data of an event.
import { erasedRevision } from '#lib/foundation/contract/personal-fields.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { erasedFields, hasPersonalFields } from '#lib/record/events/rules/personal-fields.ts';
import { type ItemChange, itemOf, type NewEvent } from './new-event.ts';

/** An event names the kind of its item with underscores. */
const itemKindOf = (type: string): string =>
  type.slice(0, type.indexOf('.')).replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());

type Content = Pick<NewEvent, 'type' | 'resourceId' | 'data' | 'changes'>;

/** Returns the data and the changes of the event without personal data. */
export function erasedContent({
  type,
  resourceId,
  data,
  changes,
}: Content): Pick<Content, 'data' | 'changes'> {
  const kind = itemKindOf(type);
  if (!hasPersonalFields(kind)) return { data, changes };
  const erase = (name: string, value: unknown) => erasedFields(kind, resourceId, { [name]: value })[name];
  return {
    data: erasedFields(kind, resourceId, data),
    changes: Object.fromEntries(
      Object.entries(changes).map(([name, { before, after }]) => [
        name,
        { before: erase(name, before), after: erase(name, after) },
      ]),
    ),
  };
}

/** Compares revisions, because `current` can have been erased after the change and before the change is recorded. */
export const isErasedSince = (change: ItemChange, current: Item | undefined): boolean =>
  Number(itemOf(change).revision ?? 0) < Number(current?.[erasedRevision] ?? 0);
