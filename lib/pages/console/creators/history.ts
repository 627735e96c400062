// Shows the audit trail of a creator, which only admins can read.
import type { AuditEntry } from '#lib/client/index.ts';
import { accountOf } from '#lib/pages/console/show.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import type { Format } from '#lib/pages/shared/format.ts';
import type { Html } from '#lib/pages/shared/html.ts';
import { table } from '#lib/pages/shared/table.ts';

const entries = 20;

export async function readHistory(
  c: PageContext,
  resourceId: string,
): Promise<readonly AuditEntry[] | undefined> {
  const { me, clock } = await accountOf(c);
  // The audit trail has no test mode.
  if (me.role !== 'admin' || clock !== undefined) return undefined;
  return (await visitOf(c).api.audit.list({ resourceId, limit: entries })).data;
}

/** `affiliate.terms_updated` is shown as its last word, because the page names the creator. */
const wordsOf = (type: string): string => (type.split('.')[1] ?? type).replaceAll('_', ' ');

export function historyHtml(c: PageContext, history: readonly AuditEntry[], format: Format): Html {
  const { creators } = visitOf(c).texts;
  const fieldsOf = ({ changes }: AuditEntry): string => Object.keys(changes).join(', ');
  return table(c, {
    caption: creators.history,
    rows: history,
    empty: creators.noHistory,
    columns: [
      { title: creators.when, cell: ({ createdAt }) => format.time(createdAt) },
      {
        title: creators.what,
        cell: (entry) => [wordsOf(entry.type), fieldsOf(entry)].filter(Boolean).join(': '),
      },
      { title: creators.who, cell: ({ actor }) => creators.actors[actor.type] ?? actor.type },
    ],
  });
}
