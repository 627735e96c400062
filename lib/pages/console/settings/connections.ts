// Lists the connections with shops, and creates them.
import { randomBytes } from 'node:crypto';
import type { Connection, ConnectionInput } from '#lib/client/index.ts';
import { consolePage, plainPage } from '#lib/pages/console/page.ts';
import { addPage, type Run, type Texts } from '#lib/pages/console/visit.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import { field, hidden, optionsOf, stackedForm } from '#lib/pages/shared/forms.ts';
import { type Html, html, linkButton, statusBadge } from '#lib/pages/shared/html.ts';
import { once } from '#lib/pages/shared/submit.ts';
import { listHtml, pageOf } from '#lib/pages/shared/table.ts';
import { inSettings } from './frame.ts';
import { keepSecret } from './shown-once.ts';

export const path = '/console/settings/connections';

function stateOf({ status, failingSince, lastMessageAt }: Connection): string {
  if (status !== 'active') return status;
  if (failingSince !== null) return 'failing';
  return lastMessageAt === null ? 'waiting' : status;
}

export const connectionBadge = ({ connections: its }: Texts, connection: Connection): Html =>
  statusBadge(its.states, stateOf(connection), { failing: 'bad', waiting: 'warning' });

const connectionsPage = consolePage(
  ({ c, api }) => api.connections.list(pageOf(c)),
  ({ c, texts, format }, found) => {
    const { connections: its, settings } = texts;
    const list = listHtml(c, its, found, [
      [its.name, ({ id, name }) => html`<a href="${path}/${id}"><bdi>${name}</bdi></a>`],
      [its.type, ({ type }) => its.types[type] ?? type],
      [its.state, (connection) => connectionBadge(texts, connection)],
      [
        its.lastMessage,
        ({ lastMessageAt }) => (lastMessageAt === null ? its.noMessage : format.time(lastMessageAt)),
      ],
    ]);
    const body = html`<p>${its.intro} <a href="/v1/docs/shops">${its.guide}</a>.</p>${list}`;
    return { title: settings.title, actions: linkButton(`${path}/new`, its.create), body };
  },
  inSettings,
);

const newConnectionPage = plainPage(({ c, texts: { connections: its } }) => {
  const secret = { hint: its.secretHint, autocomplete: 'off', spellcheck: 'false' };
  const fields = html`${field(c, 'type', its.type, { options: optionsOf(its.types) })}
${field(c, 'name', its.name, { hint: its.nameHint, required: true })}
${field(c, 'secret', its.secret, secret)}${hidden('ownSecret', randomBytes(24).toString('base64url'))}`;
  return { title: its.create, body: stackedForm(`${path}/new`, fields, its.create) };
}, inSettings);

/** WooCommerce alone takes a secret of others. The secret of Shopify or Stripe replaces ours later. */
const create: Run = async ({ c, api }, form) => {
  const type = form.text('type') as ConnectionInput['type'];
  const given = form.optional('secret');
  const secret = given ?? form.text('ownSecret');
  const { id } = await api.connections.create({ type, name: form.text('name'), secret }, once(form));
  if (given === undefined && type === 'woocommerce') await keepSecret(c, secret);
  return `${path}/${id}?done=connected`;
};

export function addConnections(app: Pages): void {
  addPage(app, path, connectionsPage);
  addPage(app, `${path}/new`, newConnectionPage, { '': create });
}
