// Shows the audit trail: who changed what, and when.
import type { AuditEntry, AuditListQuery } from '#lib/client/index.ts';
import { recordedTypes } from '#lib/foundation/contract/event-types.ts';
import { givenIn } from '#lib/pages/console/inputs.ts';
import { consolePage, type Page } from '#lib/pages/console/page.ts';
import type { PageContext } from '#lib/pages/shared/context.ts';
import { optionsOf } from '#lib/pages/shared/forms.ts';
import { type Html, html, nothing } from '#lib/pages/shared/html.ts';
import { filters, listHtml } from '#lib/pages/shared/table.ts';
import { changesHtml, linkTo, type Names, sentenceOf, subjectHtml } from './audit-parts.ts';
import { inSettings } from './frame.ts';

const groups: ReadonlySet<string> = new Set(
  Object.keys(recordedTypes).map((type) => type.split('.')[0] ?? ''),
);

function queryOf(c: PageContext): AuditListQuery {
  const type = c.req.query('type') ?? '';
  const given = givenIn(c, 'actorId', 'resourceId', 'createdFrom', 'createdTo', 'cursor');
  // A person copies the address of a page rather than the id in it.
  const resourceId = given.resourceId?.match(/[a-z]{3}_\w{26}/)?.[0] ?? given.resourceId;
  return { ...given, resourceId, type: groups.has(type) ? [`${type}.*` as 'user.*'] : undefined, limit: 50 };
}

/** A creator who acts in the portal is named by the page of the creator. */
function actorHtml({ texts }: Page, { actor, address }: AuditEntry, names: Names): Html {
  const { type, id } = actor;
  const name = names.get(id ?? '') ?? texts.audit.actors[type] ?? type;
  return html`${linkTo(id ?? '', name)}${address === null ? nothing : html`<br><small>${address}</small>`}`;
}

export const auditPage = consolePage(
  ({ c, api }) =>
    Promise.all([
      api.audit.list(queryOf(c)),
      api.users.list({ limit: 100 }),
      api.apiKeys.list({ limit: 100 }),
    ]),
  (page, [found, { data: users }, { data: keys }]) => {
    const { c, texts, format } = page;
    const { audit: its, webhooks, settings } = texts;
    const people = users.map(({ id, name, email }) => [id, name || email] as const);
    const names = new Map([...people, ...keys.map(({ id, name }) => [id, name] as const)]);
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
      [its.actor, (entry) => actorHtml(page, entry, names)],
      [its.event, (entry) => html`<div>${sentenceOf(page, entry)}${changesHtml(page, entry, names)}</div>`],
      [its.subject, (entry) => subjectHtml(page, entry, names)],
    ]);
    return { title: settings.title, body: html`${form}${list}` };
  },
  inSettings,
);
