// Exports the modules that an action of a command receives. They read the environment on import, so only `connect` may import this file.

export * as apiKeys from '#lib/access/api-keys/store/api-keys.ts';
export * as apiKeyLists from '#lib/access/api-keys/store/list.ts';
export * as keys from '#lib/access/auth/store/rotate-signing-keys.ts';
export * as brands from '#lib/access/brands/store/brands.ts';
export { getBrand, getBrandClock, listBrandIds } from '#lib/access/brands/store/lookup.ts';
export * as settings from '#lib/access/brands/store/settings.ts';
export * as users from '#lib/access/users/store/operate.ts';
export * as reconciliation from '#lib/care/reconciliation/store/reconcile-brand.ts';
export * as erasures from '#lib/care/recovery/store/repeat-erasures.ts';
export * as recovery from '#lib/care/recovery/store/restore-brand.ts';
export * as clicks from '#lib/clicks/tracking/store/replay.ts';
export { now } from '#lib/foundation/shared/clock.ts';
export * as payouts from '#lib/money/payouts/store/operate.ts';
export * as figures from '#lib/outlets/figures/store/rebuild.ts';
export { copyNewestEvents } from '#lib/record/events/store/index-events.ts';
export * as trail from '#lib/record/events/store/operator-entries.ts';
export * as verification from '#lib/record/events/store/verify.ts';
