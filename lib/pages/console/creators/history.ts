// Shows the history of a creator from the audit trail.
import type { AuditEntry } from '#lib/client/index.ts';
import { accountOf, type Page } from '#lib/pages/console/page.ts';
import { changesHtml, sentenceOf } from '#lib/pages/console/settings/audit-parts.ts';
import type { Visit } from '#lib/pages/console/visit.ts';
import { type Html, html, section } from '#lib/pages/shared/html.ts';
import { table } from '#lib/pages/shared/table.ts';

const shownEntries = 20;

/** The audit trail is only for admins, and has no test mode. */
export async function readHistory({ c, api, id: resourceId }: Visit) {
  const { isAdmin, clock } = await accountOf(c);
  if (!isAdmin || clock !== undefined) return undefined;
  const [{ data: entries }, { data: users }] = await Promise.all([
    api.audit.list({ resourceId, limit: shownEntries }),
    api.users.list({ limit: 100 }),
  ]);
  return { entries, names: new Map(users.map(({ id, name, email }) => [id, name || email])) };
}

type History = NonNullable<Awaited<ReturnType<typeof readHistory>>>;

export function historyHtml(page: Page, { entries, names }: History): Html {
  const { c, texts, format } = page;
  const { creators: its } = texts;
  const what = (entry: AuditEntry): Html =>
    html`<div>${sentenceOf(page, entry)}${changesHtml(page, entry, names)}</div>`;
  const list = table(c, { title: its.history, none: its.noHistory }, entries, [
    [its.when, ({ createdAt }) => format.time(createdAt)],
    [its.what, what],
    [its.who, ({ actor }) => names.get(actor.id ?? '') ?? its.actors[actor.type] ?? actor.type],
  ]);
  return section(its.history, list);
}
