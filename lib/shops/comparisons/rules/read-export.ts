// Reads the export of a shop. Rows that cannot be read are problems, and the others count.
import type { FileRow, ImportFile } from '#lib/outlets/imports/rules/file.ts';
import type { Connection } from '#lib/shops/connections/schema/stored.ts';
import { cellsWith, UnreadableRow } from './cells.ts';
import type { FileOrder, ReadExport, RowProblem } from './file-order.ts';
import { general } from './general.ts';
import type { formats } from './limits.ts';
import type { ExportOf, Reader, Rows } from './reader.ts';
import { shopify } from './shopify.ts';
import { orderIdColumns, stripe } from './stripe.ts';
import { woocommerce } from './woocommerce.ts';

type Format = (typeof formats)[number];
const readers: Readonly<Record<Format, Reader>> = { shopify, stripe, woocommerce, general };

/** The columns that name an order. A format without them has one row for each order. */
const orderColumns: { readonly [Name in Format]?: readonly string[] } = {
  shopify: ['Name'],
  stripe: orderIdColumns,
  woocommerce: ['order_id'],
};

/** Rows of one order need not follow each other. */
function rowsOfOrders(format: Format, { rows }: ImportFile, cellsOf: ExportOf['cellsOf']): readonly Rows[] {
  const columns = orderColumns[format];
  const orders = new Map<string, [FileRow, ...FileRow[]]>();
  for (const row of rows) {
    const name = columns === undefined ? undefined : cellsOf(row)(...columns);
    const key = name ?? `row ${row.number}`;
    const others = orders.get(key);
    if (others === undefined) orders.set(key, [row]);
    else others.push(row);
  }
  return [...orders.values()];
}

interface Source {
  readonly format: Format;
  readonly settings: Connection['settings'];
  readonly currency: string;
}

/** The ids of the general format are those of recorded orders. The others are those of the shop, so the prefix of the connection precedes them. */
export function readExport(file: ImportFile, { format, settings, currency }: Source): ReadExport {
  const { headers } = file;
  const cellsOf = cellsWith(headers);
  const read = readers[format]({ headers, cellsOf, settings, currency });
  const prefix = format === 'general' ? '' : (settings.orderIdPrefix ?? '');
  const orders = new Map<string, FileOrder>();
  const problems: RowProblem[] = [];
  for (const rows of rowsOfOrders(format, file, cellsOf)) {
    const row = rows[0].number;
    try {
      const found = read(rows);
      const orderId = prefix + found.orderId;
      if (orders.has(orderId)) throw new UnreadableRow(`An earlier row has the order ${orderId} already`);
      orders.set(orderId, { ...found, orderId });
    } catch (error) {
      if (!(error instanceof UnreadableRow)) throw error;
      problems.push({ row, message: error.message });
    }
  }
  return { orders: [...orders.values()], problems };
}
