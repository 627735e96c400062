// Converts the cells of a row to the fields of a creator, and finds the problems that need no other data.
import { normalizeEmail } from '#lib/foundation/shared/email-addresses.ts';
import { type CreatorRow, creatorRow } from '#lib/outlets/imports/schema/row.ts';
import type { Import, Problem } from '#lib/outlets/imports/schema/stored.ts';
import { normalizeTrackingCode } from '#lib/program/affiliates/rules/tracking-code.ts';
import { type Cells, cellsOf } from './cells.ts';
import type { ImportField, ImportType } from './fields.ts';
import type { FileRow } from './file.ts';
import { maxCodesOfRow } from './limits.ts';
import { type OrderRow, parseOrder } from './order-row.ts';
import { amountOf, codeIn, codesIn, creatorStatusOf, rateOf } from './values.ts';

const slugOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** A value that might be meant. It is suggested only if it is valid. */
const corrections: { readonly [Field in keyof CreatorRow]?: (text: string) => string } = {
  email: (text) => text.replace(/^mailto:/i, '').replace(/[\s<>,;]/g, ''),
  trackingCode: (text) => slugOf(codeIn(text)),
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
  /** Absent for the rows of other files than those of orders. */
  readonly order?: OrderRow | undefined;
  readonly problems: readonly Problem[];
}

const fieldNames: Readonly<Record<string, ImportField>> = {
  commissionOverride: 'commission',
  discountCodes: 'discountCode',
};
const messages: { readonly [Field in ImportField]?: string } = {
  commission: 'Must be a percentage such as 12.5 %, or an amount with the currency of the brand',
  status: 'Must be one of invited, active, paused, banned, applied, declined',
  discountCode: `Must be at most ${maxCodesOfRow} codes of at most 64 characters, separated by commas`,
  discountValue: 'Must be a percentage such as 10 %, or an amount with the currency of the brand',
  balance: 'Must be an amount in the currency of the brand, such as 1234.50',
};

function parseCreator(number: number, cells: Cells, currency: string): ParsedRow {
  const {
    firstName,
    lastName,
    commission,
    name = [firstName, lastName].join(' ').trim(),
    discountCode,
    ...rest
  } = cells;
  const { status, trackingCode, discountValue, balance } = cells;
  const { data, error } = creatorRow.safeParse({
    ...rest,
    email: cells.email ?? '',
    ...(name !== '' && { name }),
    ...(status !== undefined && { status: creatorStatusOf(status) }),
    ...(trackingCode !== undefined && { trackingCode: codeIn(trackingCode) }),
    ...(commission !== undefined && { commissionOverride: rateOf(commission, currency) ?? commission }),
    ...(discountCode !== undefined && { discountCodes: codesIn(discountCode) }),
    ...(discountValue !== undefined && { discountValue: rateOf(discountValue, currency) ?? discountValue }),
    ...(balance !== undefined && { balance: amountOf(balance, currency) ?? balance }),
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
  return { number, cells, input: data, problems };
}

/** The values that must be unique in the file, in the form in which they are compared. */
const unique: Readonly<Record<ImportType, { readonly [Field in ImportField]?: (text: string) => string }>> = {
  creators: {
    email: normalizeEmail,
    trackingCode: (text) => normalizeTrackingCode(codeIn(text)),
    externalId: (text) => text,
  },
  orders: { orderId: (text) => text },
};

const parseOf = {
  creators: parseCreator,
  orders: (number: number, cells: Cells, currency: string): ParsedRow => ({
    ...{ number, cells, input: undefined },
    ...parseOrder(cells, currency),
  }),
} as const satisfies Record<ImportType, unknown>;

/** Returns the rows with their problems. A value that an earlier row has is one, also in another letter case. */
export function parseRows(
  rows: readonly FileRow[],
  { kind, columns }: Pick<Import, 'kind' | 'columns'>,
  currency: string,
): readonly ParsedRow[] {
  const firstRows = new Map<string, number>();
  return rows.map((row) => {
    const parsed = parseOf[kind](row.number, cellsOf(row, columns), currency);
    const repeated = Object.entries(unique[kind]).flatMap(([field, normalize]): readonly Problem[] => {
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
