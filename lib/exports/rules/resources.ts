// Declares the lists that can be exported, with their filters.
import type { IdKind } from '#lib/shared/id-kinds.ts';
import type { Collection } from '#lib/table/keys/keys.ts';

export const exportFormats = ['csv', 'ndjson'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const exportResources = [
  'affiliates',
  'campaigns',
  'discounts',
  'conversions',
  'commissions',
  'payouts',
] as const;
export type ExportResource = (typeof exportResources)[number];

type Filter = 'status' | 'affiliateId' | 'attribution';
type Filters = { readonly [Name in Filter]?: string | undefined };

interface Resource {
  readonly collection: Collection & IdKind;
  /** Each list of filters has a partition, so an export reads only the items that it writes. */
  readonly filters: readonly (readonly Filter[])[];
  readonly statuses: readonly string[];
}

export const resources: Readonly<Record<ExportResource, Resource>> = {
  affiliates: {
    collection: 'affiliate',
    filters: [[], ['status']],
    statuses: ['invited', 'active', 'paused', 'banned'],
  },
  campaigns: {
    collection: 'campaign',
    filters: [[], ['status']],
    statuses: ['draft', 'active', 'paused', 'ended'],
  },
  discounts: { collection: 'discount', filters: [[], ['affiliateId']], statuses: [] },
  conversions: {
    collection: 'conversion',
    filters: [[], ['affiliateId'], ['attribution']],
    statuses: [],
  },
  commissions: {
    collection: 'commission',
    filters: [[], ['status'], ['affiliateId'], ['status', 'affiliateId']],
    statuses: ['pending', 'approved', 'paid', 'rejected', 'reversed'],
  },
  payouts: {
    collection: 'payout',
    filters: [[], ['status']],
    statuses: ['preparing', 'ready', 'paying', 'paid', 'canceling', 'canceled'],
  },
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
