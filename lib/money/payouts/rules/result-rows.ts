// Reads the rows of a CSV file with the results of payments.
import { CsvError, parse } from 'csv-parse/sync';
import { invalidField } from '#lib/foundation/shared/errors.ts';
import type { LineChanges } from '#lib/money/payouts/schema/endpoints.ts';

const maxRows = 10_000;

export interface ResultRow {
  /** The first row after the header is 1. */
  readonly row: number;
  readonly id: string;
  /** Undefined for a status that decides nothing, such as pending. */
  readonly status: LineChanges['status'] | undefined;
  readonly reason: string | undefined;
}

const words = (text: string): readonly string[] => text.split(' ');

/** The columns of our own file, of banks, of PayPal and of Wise, without spaces and in lower case. The first that exists counts. */
const columns = {
  id: words(
    'affiliateid endtoendid endtoendreference uniqueid referenceid senderitemid customerid paymentreference reference',
  ),
  status: words('status transactionstatus payoutstatus paymentstatus transferstatus'),
  reason: words('reason failurereason errormessage error reasonformessage statusreason'),
} as const;

/** `ACSC`, `ACCC` and `RJCT` are statuses of ISO 20022. */
const statuses = {
  paid: words(
    'paid completed complete success succeeded successful processed booked executed acsc accc outgoingpaymentsent sent',
  ),
  failed: words(
    'failed rejected rjct returned refunded reversed denied declined cancelled canceled bouncedback fundsrefunded',
  ),
} as const;

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

function statusOf(text: string): ResultRow['status'] {
  const status = plain(text);
  if (statuses.paid.includes(status)) return 'paid';
  return statuses.failed.includes(status) ? 'failed' : undefined;
}

function parseTable(csv: string): readonly (readonly string[])[] {
  try {
    return parse(csv, {
      bom: true,
      delimiter: [',', ';', '\t'],
      relaxColumnCount: true,
      skipEmptyLines: true,
      trim: true,
    });
  } catch (error) {
    if (error instanceof CsvError) throw invalidField('csv', `Must be CSV: ${error.message}`);
    throw error;
  }
}

function indexOf(header: readonly string[], field: keyof typeof columns): number {
  const names = header.map(plain);
  return columns[field].map((name) => names.indexOf(name)).find((index) => index >= 0) ?? -1;
}

const maxReason = 500;

/** Throws a 400 for a file without the columns, or with too many rows. */
export function resultRows(csv: string): readonly ResultRow[] {
  const [header = [], ...rows] = parseTable(csv);
  const [id, status] = [indexOf(header, 'id'), indexOf(header, 'status')];
  if (id < 0 || status < 0)
    throw invalidField(
      'csv',
      'Must have a header with the columns `affiliateId` (or `endToEndId`) and `status`',
    );
  if (rows.length > maxRows) throw invalidField('csv', `Must have at most ${maxRows} rows`);
  const reason = indexOf(header, 'reason');
  return rows.map((cells, index) => ({
    row: index + 1,
    id: cells[id] ?? '',
    status: statusOf(cells[status] ?? ''),
    reason:
      cells[reason]
        ?.replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ')
        .trim()
        .slice(0, maxReason) || undefined,
  }));
}
