// Reads the id of a click from the reference of an order.
import { idKinds } from '#lib/foundation/shared/id-kinds.ts';
import { normalizeReference } from '#lib/foundation/shared/reference-text.ts';

const clickPrefix = `${idKinds.click.prefix}_`;

/** Returns the id of a click, whose prefix is in lower case and whose other characters are in upper case, from any spelling of it. */
export function clickIdIn(reference: string | undefined): string {
  const text = normalizeReference(reference);
  return text.startsWith(clickPrefix) ? clickPrefix + text.slice(clickPrefix.length).toUpperCase() : text;
}
