// Decides which lines a file of a payout contains. docs/decisions/0168
import type { Brand } from '#lib/access/brands/schema.ts';
import { conflict } from '#lib/foundation/shared/errors.ts';
import { isHeld, usableMethod } from '#lib/money/payment-details/rules/details.ts';
import type { Method, PaymentDetails } from '#lib/money/payment-details/schema/stored.ts';
import type { FileFormat, MissingReason } from '#lib/money/payouts/schema/files.ts';
import type { Line, Payout } from '#lib/money/payouts/schema/stored.ts';

export interface LineWithDetails {
  readonly line: Line;
  readonly details: PaymentDetails | undefined;
}

export interface Payment extends LineWithDetails {
  readonly method: Method;
}

export interface Missing {
  readonly line: Line;
  readonly reason: MissingReason;
}

interface FileContent {
  readonly payments: readonly Payment[];
  readonly missing: readonly Missing[];
}

/** Returns the method that pays a creator by the format, or why there is none. */
export function methodFor(
  format: FileFormat,
  details: PaymentDetails | undefined,
  now: Date,
): Method | Exclude<MissingReason, 'paid'> {
  const isOf = (method: Method | null | undefined): method is Method =>
    method !== null && method !== undefined && (format === 'general' || method.type === format);
  const usable = usableMethod(details, now);
  if (isOf(usable)) return usable;
  if (details !== undefined && isHeld(details, now) && isOf(details.current)) return 'held';
  return usable === null ? 'noDetails' : 'otherMethod';
}

/** A failed line is in no file and not missing, because it has left the payout. */
export function contentOf(format: FileFormat, all: readonly LineWithDetails[], now: Date): FileContent {
  const payments: Payment[] = [];
  const missing: Missing[] = [];
  for (const { line, details } of all) {
    if (line.status === 'failed') continue;
    const found = line.status === 'paid' ? 'paid' : methodFor(format, details, now);
    if (typeof found === 'string') missing.push({ line, reason: found });
    else payments.push({ line, details, method: found });
  }
  return { payments, missing };
}

type Unavailable = 'payout_account_missing' | 'payout_currency_unsupported' | 'payout_file_empty';

export function unavailableReason(
  format: FileFormat,
  { currency }: Pick<Payout, 'currency'>,
  { payoutAccount }: Pick<Brand, 'payoutAccount'>,
  { payments }: FileContent,
): Unavailable | null {
  if (format === 'sepa' && currency !== 'EUR') return 'payout_currency_unsupported';
  if (format === 'sepa' && payoutAccount === null) return 'payout_account_missing';
  return payments.length === 0 ? 'payout_file_empty' : null;
}

const advice: Readonly<Record<Unavailable, string>> = {
  payout_account_missing: 'Send `payoutAccount` with `PATCH /brand` first',
  payout_currency_unsupported: 'A SEPA file needs a payout in EUR: use another format',
  payout_file_empty: 'No line can be paid in this format: `GET /payouts/{id}/files` says why',
};

export function checkAvailable(reason: Unavailable | null): void {
  if (reason !== null) throw conflict(reason, advice[reason]);
}
