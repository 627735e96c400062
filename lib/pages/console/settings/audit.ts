// Shows the audit trail: who changed what, and when.
import type { AuditEntry, AuditListQuery, BrandUser } from '#lib/client/index.ts';
import { recordedTypes } from '#lib/foundation/contract/event-types.ts';
import { givenIn } from '#lib/pages/console/inputs.ts';
import { consolePage, type Page } from '#lib/pages/console/page.ts';
import type { PageContext } from '#lib/pages/shared/context.ts';
import { optionsOf } from '#lib/pages/shared/forms.ts';
import { type Html, html, nothing } from '#lib/pages/shared/html.ts';
import { filters, listHtml } from '#lib/pages/shared/table.ts';
import { inSettings } from './frame.ts';

const groups: ReadonlySet<string> = new Set(
  Object.keys(recordedTypes).map((type) => type.split('.')[0] ?? ''),
);

function queryOf(c: PageContext): AuditListQuery {
  const type = c.req.query('type') ?? '';
  const given = givenIn(c, 'actorId', 'resourceId', 'createdFrom', 'createdTo', 'cursor');
  return { ...given, type: groups.has(type) ? [`${type}.*` as 'user.*'] : undefined, limit: 50 };
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null);

function changesHtml({ texts: { audit: its } }: Page, { changes }: AuditEntry): Html {
  const all = Object.entries(changes);
  if (all.length === 0) return nothing;
  return html`<details><summary>${its.showChanges(all.length)}</summary><ul>${all.map(
    ([name, { before, after }]) =>
      html`<li><code>${name}</code>: <bdi>${textOf(before)}</bdi> → <bdi>${textOf(after)}</bdi></li>`,
  )}</ul></details>`;
}

function actorHtml({ texts }: Page, { actor, address }: AuditEntry, users: readonly BrandUser[]): Html {
  const { type, id } = actor;
  const user = users.find((one) => one.id === id);
  const shown =
    user === undefined
      ? html`${texts.audit.actors[type] ?? type}`
      : html`<bdi>${user.name || user.email}</bdi>`;
  const place = address ?? (user === undefined ? id : null);
  return html`${shown}${place === null ? nothing : html`<br><small>${place}</small>`}`;
}

export const auditPage = consolePage(
  ({ c, api }) => Promise.all([api.audit.list(queryOf(c)), api.users.list({ limit: 100 })]),
  (page, [found, { data: users }]) => {
    const { c, texts, format } = page;
    const { audit: its, webhooks, settings } = texts;
    const people = users.map(({ id, name, email }) => [id, name || email] as const);
    const actors = optionsOf(its.actors, ['operator', 'schedule', 'service', 'public']);
    const form = filters(c, [
      ['type', its.type, { options: optionsOf(webhooks.groups, [...groups]) }],
      ['actorId', its.actor, { options: [...people, ...actors] }],
      ['resourceId', its.resource],
      ['createdFrom', its.from, { type: 'date' }],
      ['createdTo', its.to, { type: 'date' }],
    ]);
    const list = listHtml(c, its, found, [
      [its.time, ({ createdAt }) => format.time(createdAt)],
      [its.actor, (entry) => actorHtml(page, entry, users)],
      [its.event, (entry) => html`<code>${entry.type}</code>${changesHtml(page, entry)}`],
      [its.resource, ({ resourceId }) => html`<small>${resourceId}</small>`],
    ]);
    return { title: settings.title, body: html`${form}${list}` };
  },
  inSettings,
);
