// Declares the lists that can be exported, with their filters.
import type { IdKind } from '#lib/foundation/shared/id-kinds.ts';
import type { Collection } from '#lib/foundation/table/keys/keys.ts';

export const exportFormats = ['csv', 'ndjson'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const exportResources = [
  'affiliates',
  'campaigns',
  'discounts',
  'conversions',
  'commissions',
  'payouts',
  'audit',
] as const;
export type ExportResource = (typeof exportResources)[number];

type Filter = 'status' | 'affiliateId' | 'attribution';
type Filters = { readonly [Name in Filter]?: string | undefined };

/** A resource whose items are in a collection. The entries of the audit trail are in the segments of events. */
export type ListedResource = Exclude<ExportResource, 'audit'>;

interface Resource {
  /** Each list of filters has a partition, so an export reads only the items that it writes. */
  readonly filters: readonly (readonly Filter[])[];
  readonly statuses: readonly string[];
}

export const collections: Readonly<Record<ListedResource, Collection & IdKind>> = {
  affiliates: 'affiliate',
  campaigns: 'campaign',
  discounts: 'discount',
  conversions: 'conversion',
  commissions: 'commission',
  payouts: 'payout',
};

const resources: Readonly<Record<ExportResource, Resource>> = {
  affiliates: {
    filters: [[], ['status']],
    statuses: ['invited', 'active', 'paused', 'banned', 'applied', 'declined'],
  },
  campaigns: {
    filters: [[], ['status']],
    statuses: ['draft', 'active', 'paused', 'ended'],
  },
  discounts: { filters: [[], ['affiliateId']], statuses: [] },
  conversions: {
    filters: [[], ['affiliateId'], ['attribution']],
    statuses: [],
  },
  commissions: {
    filters: [[], ['status'], ['affiliateId'], ['status', 'affiliateId']],
    statuses: ['pending', 'approved', 'paid', 'rejected', 'reversed'],
  },
  payouts: {
    filters: [[], ['status']],
    statuses: ['preparing', 'ready', 'paying', 'paid', 'reopening', 'updating', 'canceling', 'canceled'],
  },
  audit: { filters: [[]], statuses: [] },
};

const names: readonly Filter[] = ['status', 'affiliateId', 'attribution'];

export function filterProblem(of: ExportResource, filters: Filters) {
  const { filters: supported, statuses } = resources[of];
  const sent = names.filter((name) => filters[name] !== undefined);
  if (!supported.some((set) => set.join() === sent.join())) {
    const options = supported.map((set) =>
      set.length === 0 ? 'no filter' : set.map((name) => `\`${name}\``).join(' and '),
    );
    return { path: sent[0] ?? '', message: `\`${of}\` supports: ${options.join('; ')}` };
  }
  if (filters.status !== undefined && !statuses.includes(filters.status)) {
    return { path: 'status', message: `Must be one of ${statuses.join(', ')}` };
  }
  return undefined;
}
