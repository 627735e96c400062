// Determines the first and the last day of a query.
import { addDays, daysInclusive } from '#lib/foundation/shared/dates.ts';
import { invalid } from '#lib/foundation/shared/errors.ts';
import type { Days } from './spans.ts';

export const maxDays = 366;
const defaultDays = 30;

/** Throws a 400 for a range that is empty or too long. */
export function requestedDays(
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  today: string,
): Days {
  const last = to ?? (from === undefined || from < today ? today : from);
  const first = from ?? addDays(last, 1 - defaultDays);
  const days = daysInclusive(first, last);
  if (days < 1) throw refused('from', '`from` must not be after `to`');
  if (days > maxDays) throw refused('to', `\`to\` must be within ${maxDays} days of \`from\``);
  return [first, last];
}

export const refused = (path: string, message: string) =>
  invalid('Invalid query parameters', [{ path, message }]);
