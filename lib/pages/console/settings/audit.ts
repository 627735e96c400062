// Shows the audit trail: who changed what, and when.
import type { AuditEntry, AuditListQuery, Client } from '#lib/client/index.ts';
import { recordedTypes } from '#lib/foundation/contract/event-types.ts';
import { findCreator } from '#lib/pages/console/creators/entered.ts';
import { givenIn } from '#lib/pages/console/inputs.ts';
import { consolePage, type Page } from '#lib/pages/console/page.ts';
import type { Visit } from '#lib/pages/console/visit.ts';
import { optionsOf } from '#lib/pages/shared/forms.ts';
import { type Html, html, nothing } from '#lib/pages/shared/html.ts';
import { filtered, filters, listHtml } from '#lib/pages/shared/table.ts';
import { changesHtml, linkTo, type Names, sentenceOf, subjectHtml } from './audit-parts.ts';
import { inSettings } from './frame.ts';

const groups: ReadonlySet<string> = new Set(
  Object.keys(recordedTypes).map((type) => type.split('.')[0] ?? ''),
);

/** A person enters the name of a creator, or copies the address of a page, rather than an id. */
async function idIn(api: Client, text: string | undefined): Promise<string | undefined> {
  if (text === undefined) return undefined;
  const [id] = /[a-z]{3}_\w{26}/.exec(text) ?? [];
  return id ?? (await findCreator(api, text))?.id ?? text;
}

async function queryOf({ c, api }: Visit): Promise<AuditListQuery> {
  const type = c.req.query('type') ?? '';
  const given = givenIn(c, 'actorId', 'resourceId', 'createdFrom', 'createdTo', 'cursor');
  const resourceId = await idIn(api, given.resourceId);
  return { ...given, resourceId, type: groups.has(type) ? [`${type}.*` as 'user.*'] : undefined, limit: 50 };
}

/** A creator who acts in the portal is named by the page of the creator. */
function actorHtml({ texts }: Page, { actor, address }: AuditEntry, names: Names): Html {
  const { type, id } = actor;
  const name = names.get(id ?? '') ?? texts.audit.actors[type] ?? type;
  return html`${linkTo(id ?? '', name)}${address === null ? nothing : html`<br><small>${address}</small>`}`;
}

export const auditPage = consolePage(
  (visit) => {
    const { c, api } = visit;
    return Promise.all([
      filtered(
        c,
        queryOf(visit).then((query) => api.audit.list(query)),
      ),
      api.users.list({ limit: 100 }),
      api.apiKeys.list({ limit: 100 }),
    ]);
  },
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
    return { title: settings.title, body: html`${form}${list}`, status: found.status };
  },
  inSettings,
);
