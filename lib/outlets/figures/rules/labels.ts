// Declares the fields that name the creators, campaigns and discount codes in a report.
import type { Scope } from '#lib/foundation/contract/scope.ts';
import type { Group, IdGroup } from '#lib/outlets/figures/schema/performance-query.ts';
import { isIdGroup } from './performance-request.ts';
import type { PerformanceReport } from './performance-rows.ts';

type LabelName = 'name' | 'email' | 'code';
export type Label = Readonly<Partial<Record<LabelName, string>>>;
/** The key is the id. Deleted campaigns and discount codes have no label. */
export type Labels = ReadonlyMap<string, Label>;

export interface LabeledReport extends PerformanceReport {
  /** Undefined if the report has no labels, or if the caller may not read them. */
  readonly labels: Labels | undefined;
}

const namesOf: Readonly<Record<IdGroup, readonly LabelName[]>> = {
  affiliate: ['name', 'email'],
  campaign: ['name'],
  discount: ['code'],
};

/** An API key needs this scope to read the labels. */
export const labelScopes: Readonly<Record<IdGroup, Scope>> = {
  affiliate: 'creators:read',
  campaign: 'campaigns:read',
  discount: 'discounts:read',
};

export const labelNamesOf = (group: Group): readonly LabelName[] => (isIdGroup(group) ? namesOf[group] : []);
