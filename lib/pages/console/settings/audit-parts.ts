// Says in words what an entry of the audit trail is about, with links instead of ids.
import type { AuditEntry } from '#lib/client/index.ts';
import { recordedTypes } from '#lib/foundation/contract/event-types.ts';
import type { Page } from '#lib/pages/console/page.ts';
import { type Html, html } from '#lib/pages/shared/html.ts';

/** The pages of resources, by the prefix of their ids. */
const pages: Readonly<Record<string, string>> = {
  aff: '/console/creators',
  cmp: '/console/campaigns',
  dsc: '/console/codes',
  cnv: '/console/orders',
  com: '/console/commissions',
  dsp: '/console/disputes',
  frd: '/console/fraud',
  pay: '/console/payouts',
  whe: '/console/settings/webhooks',
};

/** The names of users and API keys by their ids. */
export type Names = ReadonlyMap<string, string>;

/** An id without a page, such as that of a user, shows the name only. */
export function linkTo(id: string, name: string): Html {
  const page = /^[a-z]{3}_\w{26}$/.test(id) ? pages[id.slice(0, 3)] : undefined;
  return page === undefined ? html`<bdi>${name}</bdi>` : html`<a href="${page}/${id}"><bdi>${name}</bdi></a>`;
}

/** English shows the description of the type in the contract. */
export function sentenceOf({ texts: { audit } }: Page, { type }: AuditEntry): string {
  const description = new Map<string, string>(Object.entries(recordedTypes)).get(type) ?? type;
  return audit.events[type] ?? description.split(/(?<=\.) /)[0] ?? type;
}

/** The entry contains the resource as it was then, and so its name. */
export function subjectHtml({ texts: { audit }, format }: Page, entry: AuditEntry, names: Names): Html {
  const { type, resourceId, data } = entry;
  const kind = audit.subjects[type.split('.')[0] ?? ''] ?? type;
  const { name, email, code, orderId, reference, url, currency, day } = data;
  const isRate = type.startsWith('exchange_rate.');
  const ofDay = isRate ? `${currency}, ${format.calendarDay(String(day))}` : undefined;
  const found = [names.get(resourceId), name, email, code, orderId, reference, url, ofDay].find(
    (one) => typeof one === 'string' && one,
  );
  return found === undefined ? linkTo(resourceId, kind) : html`${kind} ${linkTo(resourceId, String(found))}`;
}

/** The status says as much to a person. */
const unimportant: ReadonlySet<string> = new Set(['progress']);

/** The fields of amounts in the currency of the brand. */
const amounts: ReadonlySet<string> = new Set(['amount', 'refundedAmount', 'payoutMinimum']);

function fieldName({ texts: { audit } }: Page, name: string): string {
  return audit.fields[name] ?? name.replaceAll(/(?=[A-Z])/g, ' ').toLowerCase();
}

function textHtml({ texts, format }: Page, text: string, names: Names): Html | string {
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return format.time(text);
  const { commissions, payouts, disputes, creators, fraud } = texts;
  const status =
    commissions.statuses[text] ??
    payouts.statuses[text] ??
    disputes.statuses[text] ??
    fraud.statuses[text] ??
    new Map(Object.entries(creators.statuses)).get(text);
  return status ?? linkTo(text, names.get(text) ?? text);
}

/** Values inside of values are separated by commas. */
function valueHtml(page: Page, field: string, value: unknown, names: Names): Html | string {
  const { texts, format } = page;
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return value ? texts.payouts.yes : texts.payouts.no;
  if (typeof value === 'number') return amounts.has(field) ? format.money(value) : format.number(value);
  if (typeof value !== 'object') return textHtml(page, String(value), names);
  const all = Object.entries(value).map(
    ([name, one]) =>
      html`${Array.isArray(value) ? '' : `${fieldName(page, name)}: `}${valueHtml(page, name, one, names)}`,
  );
  return html`${all.map((one, index) => html`${index === 0 ? '' : ', '}${one}`)}`;
}

export function changesHtml(page: Page, { changes }: AuditEntry, names: Names): Html {
  const all = Object.entries(changes).filter(([name]) => !unimportant.has(name));
  return html`${all.map(
    ([name, { before, after }]) =>
      html`<br><small>${fieldName(page, name)}: ${valueHtml(page, name, before, names)} → ${valueHtml(page, name, after, names)}</small>`,
  )}`;
}
