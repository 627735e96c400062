// Shows the audit trail: who changed what, and when.
import type { AuditEntry, AuditListQuery, BrandUser } from '#lib/client/index.ts';
import { recordedTypes } from '#lib/foundation/contract/event-types.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import { type Html, html, nothing } from '#lib/pages/shared/html.ts';
import { filters, listHtml } from '#lib/pages/shared/table.ts';
import { showSettings } from './settings-frame.ts';
import { accountOf } from './show.ts';

const groups: ReadonlySet<string> = new Set(
  Object.keys(recordedTypes).map((type) => type.split('.')[0] ?? ''),
);

function queryOf(c: PageContext): AuditListQuery {
  const { type, actorId, resourceId, createdFrom, createdTo, cursor } = c.req.query();
  const given = { actorId, resourceId, createdFrom, createdTo, cursor };
  const known = Object.entries(given).filter(([, value]) => value !== '');
  const types = groups.has(type ?? '') ? { type: [`${type}.*` as 'user.*'] } : {};
  return { ...Object.fromEntries(known), ...types, limit: 50 };
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null);

function changesHtml(c: PageContext, { changes }: AuditEntry): Html {
  const { showChanges } = visitOf(c).texts.audit;
  const all = Object.entries(changes);
  if (all.length === 0) return nothing;
  return html`<details><summary>${showChanges(all.length)}</summary><ul>${all.map(
    ([name, { before, after }]) =>
      html`<li><code>${name}</code>: <bdi>${textOf(before)}</bdi> → <bdi>${textOf(after)}</bdi></li>`,
  )}</ul></details>`;
}

function actorHtml(
  c: PageContext,
  { actor: { type, id }, address }: AuditEntry,
  users: readonly BrandUser[],
): Html {
  const { actors } = visitOf(c).texts.audit;
  const user = users.find((one) => one.id === id);
  const shown =
    user === undefined ? html`${actors[type] ?? type}` : html`<bdi>${user.name || user.email}</bdi>`;
  const place = address ?? (user === undefined ? id : null);
  return html`${shown}${place === null ? nothing : html`<br><small>${place}</small>`}`;
}

async function auditPage(c: PageContext): Promise<Response> {
  const { api, texts } = visitOf(c);
  const its = texts.audit;
  const read = Promise.all([api.audit.list(queryOf(c)), api.users.list({ limit: 100 })]);
  const [{ format }, [found, users]] = await Promise.all([accountOf(c), read]);
  const people = users.data.map(({ id, name, email }) => [id, name || email] as const);
  const actors = ['operator', 'schedule', 'service', 'public'].map(
    (name) => [name, its.actors[name] ?? name] as const,
  );
  const types = [...groups].map((group) => [group, texts.webhooks.groups[group] ?? group] as const);
  const form = filters(c, [
    { name: 'type', label: its.type, options: types },
    { name: 'actorId', label: its.actor, options: [...people, ...actors] },
    { name: 'resourceId', label: its.resource },
    { name: 'createdFrom', label: its.from, type: 'date' },
    { name: 'createdTo', label: its.to, type: 'date' },
  ]);
  const list = listHtml(c, its, found, [
    { title: its.time, cell: ({ createdAt }) => format.time(createdAt) },
    { title: its.actor, cell: (entry) => actorHtml(c, entry, users.data) },
    { title: its.event, cell: (entry) => html`<code>${entry.type}</code>${changesHtml(c, entry)}` },
    { title: its.resource, cell: ({ resourceId }) => html`<small>${resourceId}</small>` },
  ]);
  const body = html`${form}${list}`;
  return showSettings(c, { title: texts.settings.title, body });
}

export function addAudit(app: Pages): void {
  app.get('/console/settings/audit', auditPage);
}
