// Defines how a bulk decision selects its items: by ids, or by a filter that several requests continue.
import * as z from 'zod';
import { idFilter } from '#lib/foundation/shared/ids.ts';

/** Accepts malformed ids, so that a malformed id fails only its own result instead of the whole request. */
export const selectedIds = (description: string) =>
  z.array(idFilter).min(1).max(100).optional().meta({ description });

export const selectionCursor = idFilter.optional().meta({
  description: '`meta.cursor` of the previous response. Send it with the same `filter`.',
});

interface Selectable {
  readonly ids?: unknown;
  readonly filter?: unknown;
  readonly cursor?: unknown;
}

/** A filter without a match and a list without an id would look the same, so a request without both is refused. */
export const checkSelection = ({ value, issues }: z.core.ParsePayload<Selectable>): void => {
  const refuse = (path: string, message: string) =>
    issues.push({ code: 'custom', path: [path], message, input: value });
  if (value.ids === undefined && value.filter === undefined) refuse('ids', 'Send `ids` or a `filter`');
  if (value.ids !== undefined && value.filter !== undefined)
    refuse('filter', 'Send either `ids` or a `filter`');
  if (value.ids !== undefined && value.cursor !== undefined) refuse('cursor', 'Send it only with a `filter`');
};
