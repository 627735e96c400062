// Writes the files that pay a payout, and the answer that lists them.
import type * as z from 'zod';
import { dayOfBrand } from '#lib/access/brands/rules/days.ts';
import type { Brand } from '#lib/access/brands/schema.ts';
import { type CsvOptions, toCsv } from '#lib/foundation/shared/csv.ts';
import { fromMinor } from '#lib/foundation/shared/money.ts';
import { openMethodOf, openTaxOf } from '#lib/money/payment-details/rules/details.ts';
import type { OpenMethod, OpenTax } from '#lib/money/payment-details/schema/stored.ts';
import {
  contentOf,
  type LineWithDetails,
  type Missing,
  type Payment,
  unavailableReason,
} from '#lib/money/payouts/rules/files.ts';
import { endToEndId } from '#lib/money/payouts/rules/payment-ids.ts';
import { type FileFormat, fileFormat, type filesAnswer } from '#lib/money/payouts/schema/files.ts';
import { maxLinesShown } from '#lib/money/payouts/schema/payout.ts';
import type { Line, Payout } from '#lib/money/payouts/schema/stored.ts';
import { sepaXml } from './sepa.ts';

const sumOf = (lines: readonly { readonly line: Line }[], currency: string) =>
  fromMinor(
    lines.reduce((sum, { line }) => sum + line.amount, 0),
    currency,
  );

/** The list shows only some, and a line that was marked as paid needs nobody's attention. */
const paidLast = (one: Missing, other: Missing): number =>
  Number(one.reason === 'paid') - Number(other.reason === 'paid');

export function presentFiles(
  payout: Payout,
  brand: Brand,
  lines: readonly LineWithDetails[],
  now: Date,
): z.input<typeof filesAnswer> {
  const { currency } = payout;
  const files = fileFormat.options.map((format) => {
    const content = contentOf(format, lines, now);
    const { payments, missing } = content;
    return {
      format,
      unavailable: unavailableReason(format, payout, brand, content),
      linesCount: payments.length,
      amount: sumOf(payments, currency),
      missingCount: missing.length,
      missingAmount: sumOf(missing, currency),
      missing: missing
        .toSorted(paidLast)
        .slice(0, maxLinesShown)
        .map(({ line: { affiliateId, name, amount }, reason }) => ({
          affiliateId,
          name,
          amount: fromMinor(amount, currency),
          reason,
        })),
    };
  });
  return { payoutId: payout.id, currency, files };
}

interface OpenPayment {
  readonly id: string;
  readonly line: Line;
  readonly type: string;
  readonly open: OpenMethod;
  readonly tax: Partial<OpenTax>;
}

type Row = (payment: OpenPayment, currency: string) => readonly (string | undefined)[];

const amountOf = ({ amount }: Line, currency: string): string => fromMinor(amount, currency).rawJSON;

/** PayPal reads no header: address, amount, currency and own id of each payment. */
const paypalRow: Row = ({ line, open }, currency) => [
  ...[open.email, amountOf(line, currency), currency, line.affiliateId],
];

const wiseColumns =
  'name,recipientEmail,IBAN,receiverType,amountCurrency,amount,sourceCurrency,targetCurrency,paymentReference';
const wiseRow: Row = ({ id, line, open }, currency) => [
  ...[
    open.name,
    open.email,
    open.iban,
    'PRIVATE',
    'source',
    amountOf(line, currency),
    currency,
    currency,
    id,
  ],
];

const generalColumns =
  'affiliateId,endToEndId,name,email,amount,currency,method,accountName,iban,accountEmail,text,country,taxId';
const generalRow: Row = ({ id, line, type, open, tax }, currency) => [
  ...[line.affiliateId, id, line.name, line.email, amountOf(line, currency), currency, type],
  ...[open.name, open.iban, open.email, open.text, tax.country, tax.taxId],
];

const tables = {
  paypal: { columns: undefined, row: paypalRow },
  wise: { columns: wiseColumns, row: wiseRow },
  general: { columns: generalColumns, row: generalRow },
} as const;

interface File {
  readonly payout: Payout;
  readonly brand: Brand;
  readonly payments: readonly Payment[];
  readonly secret: string;
}

function openPayment({ payout, secret }: File, { line, details, method }: Payment): OpenPayment {
  const { affiliateId } = line;
  const sealer = { secret, owner: { brandId: payout.brandId, affiliateId } };
  const tax = details?.tax ?? null;
  return {
    id: endToEndId(payout.id, affiliateId),
    line,
    type: method.type,
    open: openMethodOf(sealer, method),
    tax: tax === null ? {} : openTaxOf(sealer, tax),
  };
}

/** The brand has an account if the format is `sepa`. */
export function presentFile(format: FileFormat, file: File, now: Date, options: CsvOptions) {
  const { payout, brand, payments } = file;
  const opened = payments.map((payment) => openPayment(file, payment));
  if (format !== 'sepa') {
    const { columns, row } = tables[format];
    const rows = opened.map((payment) => row(payment, payout.currency).map((cell) => cell ?? ''));
    const text = toCsv([...(columns === undefined ? [] : [columns.split(',')]), ...rows], options);
    const type = `text/csv; charset=utf-8; header=${columns === undefined ? 'absent' : 'present'}`;
    return { name: `${payout.id}-${format}.csv`, text, type };
  }
  const { payoutAccount: account, name } = brand;
  if (account === null) throw new Error('A SEPA file needs the account of the brand');
  const transfers = opened.map(({ id, line, open }) => ({
    ...{ id, amount: line.amount, name: open.name ?? line.name, iban: open.iban ?? '' },
  }));
  const text = sepaXml(payout.id, transfers, { name, account }, { now, day: dayOfBrand(brand, now) });
  return { name: `${payout.id}-sepa.xml`, text, type: 'application/xml; charset=utf-8' };
}
