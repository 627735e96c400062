// Reads the cells of a row by the names of their columns.
import { isInDateRange, parseInstant } from '#lib/foundation/shared/dates.ts';
import { currencyInput, maxAmount } from '#lib/foundation/shared/money.ts';
import type { FileRow } from '#lib/outlets/imports/rules/file.ts';
import { minorOf } from '#lib/shops/adapters/amounts.ts';

/** The row has a value that cannot be read. The message is a sentence for people. */
export class UnreadableRow extends Error {}

/** The first of these columns that the row fills. Names are compared without case, spaces and punctuation. */
export type Cell = (...names: readonly string[]) => string | undefined;

const plain = (header: string): string => header.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

export function cellsWith(headers: readonly string[]): (row: FileRow) => Cell {
  const places = new Map(headers.map((header, index) => [plain(header), index] as const).toReversed());
  return ({ values }) =>
    (...names) => {
      for (const name of names) {
        const index = places.get(plain(name));
        const value = index === undefined ? '' : (values[index] ?? '').trim();
        if (value !== '') return value;
      }
      return undefined;
    };
}

export function required(cell: Cell, ...names: readonly [string, ...string[]]): string {
  const value = cell(...names);
  if (value === undefined) throw new UnreadableRow(`\`${names[0]}\` must not be empty`);
  return value;
}

const ownId = /^[\x21-\x7e](?:[\x20-\x7e]{0,98}[\x21-\x7e])?$/;

export function orderIdOf(text: string): string {
  if (ownId.test(text)) return text;
  throw new UnreadableRow('The id of the order must be 1 to 100 printable ASCII characters');
}

/** Spreadsheets write an apostrophe before an id, so that it stays a text. */
export const withoutApostrophe = (text: string): string => text.replace(/^'/, '');

export function currencyOf(text: string): string {
  const { data } = currencyInput().safeParse(text);
  if (data === undefined) throw new UnreadableRow(`\`${text}\` must be an ISO 4217 currency code`);
  return data;
}

const amountText = /^-?\d{1,12}(?:[.,]\d{1,10})?$/;

/** An empty cell is 0. */
export function amountOf(text: string | undefined, currency: string): number {
  if (text === undefined) return 0;
  const minor = amountText.test(text) ? minorOf(text.replace(',', '.'), currency) : Number.NaN;
  if (Math.abs(minor) <= maxAmount) return minor;
  throw new UnreadableRow(`\`${text}\` must be a decimal number without thousands separators`);
}

const timeText =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2}(?:\.\d{1,9})?)?)?\s*(?:UTC|(Z|[+-]\d{2}:?\d{2}))?$/;

/** A time without an offset is in UTC. */
export function timeOf(text: string): string {
  const [, day = '', minutes = '00:00', seconds = ':00', offset = 'Z'] = timeText.exec(text) ?? [];
  const at = parseInstant(`${day}T${minutes}${seconds}${offset.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2')}`);
  if (at !== undefined && isInDateRange(at)) return at;
  throw new UnreadableRow(`\`${text}\` must be a time such as 2026-03-01 10:30:00 +0100`);
}

/** Several codes are in one cell. */
export const codesOf = (text: string | undefined): readonly string[] =>
  (text ?? '').split(/[,|;]/).flatMap((code) => (code.trim() === '' ? [] : [code.trim()]));

/** The fields that have a value. */
export const given = <Fields extends Readonly<Record<string, string | undefined>>>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    readonly [Name in keyof Fields]?: string;
  };
