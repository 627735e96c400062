// Converts the cells of a row to the fields of a creator, and finds the problems that need no other data.
import { normalizeEmail } from '#lib/foundation/shared/email-addresses.ts';
import { type CreatorRow, creatorRow } from '#lib/outlets/imports/schema/row.ts';
import type { Import, Problem } from '#lib/outlets/imports/schema/stored.ts';
import { normalizeTrackingCode } from '#lib/program/affiliates/rules/tracking-code.ts';
import type { ImportField } from './columns.ts';
import type { FileRow } from './file.ts';

export type Cells = { readonly [Field in ImportField]?: string };

export function cellsOf({ values }: FileRow, columns: Import['columns']): Cells {
  const pairs = columns.flatMap(({ field }, index) => {
    const text = values[index] ?? '';
    return field === null || text === '' ? [] : [[field, text] as const];
  });
  return Object.fromEntries(pairs);
}

const germanStatuses: Readonly<Record<string, string>> = {
  eingeladen: 'invited',
  aktiv: 'active',
  pausiert: 'paused',
  gesperrt: 'banned',
};

const rateText = /^(\d+(?:[.,]\d+)?)\s*(%|[a-z]{3}|€|\$|£)?$/i;

/** `12,5 %` and `12.5` are percentages. An amount has a currency, which must be that of the brand. */
function rateOf(text: string, currency: string): unknown {
  const [, number = '', unit = '%'] = rateText.exec(text) ?? [];
  const isOther = /^[a-z]{3}$/i.test(unit) && unit.toUpperCase() !== currency;
  if (number === '' || isOther) return undefined;
  return { type: unit === '%' ? 'percentage' : 'fixed', value: Number(number.replace(',', '.')) };
}

const slugOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** A value that might be meant. It is suggested only if it is valid. */
const corrections: { readonly [Field in keyof CreatorRow]?: (text: string) => string } = {
  email: (text) => text.replace(/^mailto:/i, '').replace(/[\s<>,;]/g, ''),
  trackingCode: slugOf,
  group: (text) => slugOf(text).toLowerCase(),
  profileUrl: (text) => `https://${text.replace(/^http:\/\//i, '')}`,
};

function suggestionFor(field: keyof CreatorRow, text: string): string | null {
  const suggestion = corrections[field]?.(text);
  return suggestion !== undefined && creatorRow.shape[field].safeParse(suggestion).success
    ? suggestion
    : null;
}

export interface ParsedRow {
  readonly number: number;
  readonly cells: Cells;
  /** Undefined if the row has problems. */
  readonly input: CreatorRow | undefined;
  readonly problems: readonly Problem[];
}

const fieldNames: Readonly<Record<string, ImportField>> = { commissionOverride: 'commission' };
const messages: { readonly [Field in ImportField]?: string } = {
  commission: 'Must be a percentage such as 12.5 %, or an amount with the currency of the brand',
  status: 'Must be one of invited, active, paused, banned',
};

export function parseRow(row: FileRow, columns: Import['columns'], currency: string): ParsedRow {
  const cells = cellsOf(row, columns);
  const {
    firstName,
    lastName,
    commission,
    status,
    name = [firstName, lastName].join(' ').trim(),
    ...rest
  } = cells;
  const lower = status?.toLowerCase();
  const { data, error } = creatorRow.safeParse({
    ...rest,
    email: cells.email ?? '',
    ...(name !== '' && { name }),
    ...(lower !== undefined && { status: germanStatuses[lower] ?? lower }),
    ...(commission !== undefined && { commissionOverride: rateOf(commission, currency) ?? commission }),
  });
  const problems = (error?.issues ?? []).map(({ path: [first], message }): Problem => {
    const sent = String(first) as keyof CreatorRow;
    const field = fieldNames[sent] ?? (sent as ImportField);
    return {
      field,
      message: messages[field] ?? message,
      suggestion: suggestionFor(sent, cells[field] ?? ''),
    };
  });
  return { number: row.number, cells, input: data, problems };
}

/** The values that must be unique in the file, in the form in which they are compared. */
const unique: { readonly [Field in ImportField]?: (text: string) => string } = {
  email: normalizeEmail,
  trackingCode: normalizeTrackingCode,
  externalId: (text) => text,
};

/** Returns the rows with their problems. A value that an earlier row has is one, also in another letter case. */
export function parseRows(
  rows: readonly FileRow[],
  columns: Import['columns'],
  currency: string,
): readonly ParsedRow[] {
  const firstRows = new Map<string, number>();
  return rows.map((row) => {
    const parsed = parseRow(row, columns, currency);
    const repeated = Object.entries(unique).flatMap(([field, normalize]): readonly Problem[] => {
      const text = parsed.cells[field as ImportField];
      if (text === undefined) return [];
      const key = `${field} ${normalize(text)}`;
      const first = firstRows.get(key);
      if (first === undefined) firstRows.set(key, row.number);
      const message = `Row ${first} has the same value: keep one of them`;
      return first === undefined ? [] : [{ field: field as ImportField, message, suggestion: null }];
    });
    return { ...parsed, problems: [...parsed.problems, ...repeated] };
  });
}
