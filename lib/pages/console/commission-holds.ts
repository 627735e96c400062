// Says how many commissions a decision leaves out, because they are to review.
import type {
  BulkDecision,
  ExpandedCommission,
  ExpandedCommissionList,
  ListMeta,
} from '#lib/client/index.ts';
import { notice } from '#lib/pages/shared/components.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import { type Form, hidden } from '#lib/pages/shared/forms.ts';
import { type Html, nothing } from '#lib/pages/shared/html.ts';

interface Filter {
  readonly status: string;
  readonly held?: boolean;
}

const isWhole = (c: PageContext, { cursor }: ListMeta): boolean =>
  !cursor && c.req.query('cursor') === undefined;

/**
 * Counts the commissions of the list that an approval of all leaves out. Undefined if the list has more pages, because the API counts
 * those to review only for the whole brand.
 */
export async function countHeld(
  c: PageContext,
  filter: Filter,
  { data, meta }: Pick<ExpandedCommissionList, 'data' | 'meta'>,
): Promise<number | undefined> {
  const { status, held, ...narrower } = filter;
  if (held === true || status !== 'pending') return 0;
  if (isWhole(c, meta)) return data.filter(({ hold }) => hold !== null).length;
  if (Object.values(narrower).some((value) => value !== undefined)) return undefined;
  const all = (await visitOf(c).api.commissions.list({ held: true, limit: 1 })).meta;
  return all.totalIsExact ? all.total : undefined;
}

/** Tells the handler of the form which of the rows are to review. */
export const heldMark = ({ id, hold }: ExpandedCommission): Html =>
  hold === null ? nothing : hidden('heldIds', id);

export function selectedHeld(form: Form): number {
  const held = new Set(form.all('heldIds'));
  return form.all('ids').filter((id) => held.has(id)).length;
}

/** A number in the address, which the form before has put there. */
const countIn = (c: PageContext, name: string): number | undefined => {
  const text = c.req.query(name) ?? '';
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
};

export function approvedHeldHtml(c: PageContext): Html {
  const count = countIn(c, 'reviewed') ?? 0;
  if (c.req.query('done') !== 'approved' || count === 0) return nothing;
  return notice('warning', visitOf(c).texts.commissions.wereHeld(count));
}

/** The API keeps the filter with its defaults: only an approval leaves commissions out. */
export function leftOutHtml(c: PageContext, { decision, filter }: BulkDecision): Html {
  const count = countIn(c, 'leftOut');
  if (decision !== 'approve' || filter.held !== false || count === 0) return nothing;
  return notice('warning', visitOf(c).texts.commissions.leftOut(count));
}
