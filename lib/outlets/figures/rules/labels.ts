// Declares the fields that name the creators, campaigns and discount codes in a report.
import type { Scope } from '#lib/foundation/contract/scope.ts';
import type { Group, IdGroup } from '#lib/outlets/figures/schema/performance.ts';
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

/** An API key needs the scope to read the labels. */
export const labels: Readonly<
  Record<IdGroup, { readonly names: readonly LabelName[]; readonly scope: Scope }>
> = {
  affiliate: { names: ['name', 'email'], scope: 'creators:read' },
  campaign: { names: ['name'], scope: 'campaigns:read' },
  discount: { names: ['code'], scope: 'discounts:read' },
};

export const labelNamesOf = (group: Group): readonly LabelName[] =>
  isIdGroup(group) ? labels[group].names : [];
