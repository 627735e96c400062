// Decides for each partition of a brand whether a restore of the brand changes it. docs/decisions/0121
import { partsAfterBrand } from '#lib/table/keys/keys.ts';

/**
 * `restored`: becomes what it was. `last`: the same, after all others. `kept`: stays as it is now. `recalculated`: stays, and is
 * recalculated from the ledger and the clicks afterwards.
 */
export type Treatment = 'restored' | 'last' | 'kept' | 'recalculated';

const treatments: Readonly<Record<string, Treatment>> = {
  AFFILIATE: 'restored',
  AFFILIATE_EMAIL: 'restored',
  AFFILIATE_SEARCH: 'restored',
  EXTERNAL_ID: 'restored',
  CAMPAIGN: 'restored',
  MEMBER: 'restored',
  DISCOUNT: 'restored',
  DISCOUNT_CODE: 'restored',
  CONVERSION: 'restored',
  ORDER: 'restored',
  REFUND: 'restored',
  COMMISSION: 'restored',
  LEDGER: 'restored',
  SUMS: 'restored',
  COUNT: 'restored',
  // An order that is undone must not be answered from the response that was stored for it.
  IDEMPOTENCY: 'restored',
  NEWEST_PAYOUT: 'restored',
  LINE: 'restored',
  EXCLUDED: 'restored',
  BATCH: 'restored',
  // A payout in progress continues as soon as its item is written, so its commissions must be there.
  PAYOUT: 'last',
  // Logged-out sessions and deleted keys must not return.
  USER: 'kept',
  USER_EMAIL: 'kept',
  SESSION: 'kept',
  API_KEY: 'kept',
  API_KEY_USE: 'kept',
  REQUESTS: 'kept',
  // The feed and the audit trail are append-only. They receive the changes of the restore.
  EVENTS: 'kept',
  ACTED: 'kept',
  AUDIT: 'kept',
  REQUEST_ADDRESS: 'kept',
  DIGESTS: 'kept',
  DELETED: 'kept',
  // Webhooks follow the feed.
  WEBHOOK_ENDPOINT: 'kept',
  WEBHOOK_SECRET: 'kept',
  WEBHOOK_PROGRESS: 'kept',
  DELIVERY: 'kept',
  RESPONSE: 'kept',
  RETRY: 'kept',
  TASK: 'kept',
  TESTS: 'kept',
  EXPORT: 'kept',
  EXPORTS_IN_PROGRESS: 'kept',
  TEST_TWIN: 'kept',
  ERASURE: 'kept',
  ERASED: 'kept',
  DELETED_DISCOUNTS: 'kept',
  // Clicks come from visitors.
  CLICK: 'kept',
  VISITORSALT: 'kept',
  FIGURES: 'recalculated',
  PAYABLES: 'recalculated',
};

/** The brand's own item. Some of its fields are kept (kept-fields.ts). */
export const kindOfBrand = 'BRAND';

/** The counters of items that are kept. */
const keptCounters = ['apiKeys', 'users', 'webhookEndpoints'];

export interface Place {
  /** The name of the items in the summary. */
  readonly kind: string;
  readonly treatment: Treatment;
}

/** Throws for a partition that this file does not name, because a wrong guess would damage data. */
export function placeOf(brandId: string, pk: string): Place {
  if (pk === brandId) return { kind: kindOfBrand, treatment: 'restored' };
  const parts = partsAfterBrand(brandId, pk);
  const index = parts.findLastIndex((part) => part in treatments);
  const kind = parts[index];
  const treatment = kind === undefined ? undefined : treatments[kind];
  if (kind === undefined || treatment === undefined)
    throw new Error(`The partition ${pk} has no rule for a restore: add it to treatments.ts`);
  if (kind === 'COUNT' && keptCounters.includes(parts[index + 1] ?? '')) return { kind, treatment: 'kept' };
  return { kind, treatment };
}
