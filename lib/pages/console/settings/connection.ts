// Shows a connection with a shop, and its messages. Changes, pauses and deletes it.
import type { Connection, ShopMessage, ShopMessageList } from '#lib/client/index.ts';
import { oneOf } from '#lib/pages/console/inputs.ts';
import { consolePage, modeForm, type Page } from '#lib/pages/console/page.ts';
import { addPage, type Run } from '#lib/pages/console/visit.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import { buttonForm, field, stackedForm } from '#lib/pages/shared/forms.ts';
import {
  buttons,
  choice,
  copyButton,
  facts,
  type Html,
  html,
  section,
  statusBadge,
  type Tones,
  whenever,
} from '#lib/pages/shared/html.ts';
import { pathWith, samePage } from '#lib/pages/shared/links.ts';
import { forReaders } from '#lib/pages/shared/messages.ts';
import { once, unlessGone } from '#lib/pages/shared/submit.ts';
import { listHtml, pageOf } from '#lib/pages/shared/table.ts';
import { orderForms, orderFormsHtml } from './connection-orders.ts';
import { problemsHtml, stepsHtml } from './connection-steps.ts';
import { connectionBadge, path } from './connections.ts';
import { inSettings } from './frame.ts';
import { secretHtml } from './shown-once.ts';

const states = ['waiting', 'done', 'ignored', 'failed'] as const;
const repeatable: readonly string[] = ['ignored', 'failed'];
const isRepeatable = ({ state, topic }: ShopMessage): boolean =>
  repeatable.includes(state) && topic !== 'unreadable';
const tones: Tones = { waiting: 'warning', done: 'good', failed: 'bad' };

function messagesHtml(page: Page, messages: ShopMessageList, totals: readonly number[]): Html {
  const { c, texts, format, id, clock } = page;
  const { connections: its, common } = texts;
  const here = `${path}/${id}`;
  const shown = c.req.query('state');
  const toState = (state: string | undefined, label: string) =>
    [samePage(c, { state, cursor: undefined }), label, shown === state] as const;
  const choices = states.map((state, index) =>
    toState(state, `${its.messageStates[state]} (${format.number(totals[index])})`),
  );
  const retryAll = repeatable
    .filter((state) => shown === state && messages.data.some(isRepeatable))
    .map((state) => buttonForm(pathWith(`${here}/retry`, { all: state }), its.retryAll[state] ?? state));
  const retry = (message: ShopMessage): Html =>
    whenever(isRepeatable(message), () =>
      buttonForm(pathWith(`${here}/retry`, { message: message.id }), its.retry, { kind: 'plain' }),
    );
  const order = ({ orderId, state, isTest }: ShopMessage): Html => {
    if (orderId === null || state !== 'done') return html`<bdi>${orderId ?? '–'}</bdi>`;
    const orders = pathWith('/console/orders', { orderId });
    return isTest && clock === undefined
      ? html`<bdi>${orderId}</bdi> ${modeForm(c, 'test', its.inTestData, orders)}`
      : html`<a href="${orders}"><bdi>${orderId}</bdi></a>`;
  };
  const list = listHtml(c, { title: its.messages, none: its.noMessages }, messages, [
    [its.received, ({ receivedAt }) => format.time(receivedAt)],
    [
      its.topic,
      ({ topic }) => html`<code>${topic.split(/(?<=[._/])/).map((part) => html`${part}<wbr>`)}</code>`,
    ],
    [its.order, order],
    [its.state, ({ state }) => statusBadge(its.messageStates, state, tones)],
    [its.reason, ({ reason }) => forReaders(texts, reason ?? '')],
    [its.actions, retry],
  ]);
  return html`${choice(its.state, [toState(undefined, common.all), ...choices])}<p>${retryAll}</p>${list}`;
}

function buttonsHtml({ texts: { connections: its }, id }: Page, { status }: Connection): Html {
  const here = `${path}/${id}`;
  const kind = 'secondary outline';
  return buttons(
    status === 'active'
      ? buttonForm(`${here}/pause`, its.pause, { kind, confirm: its.pauseConfirm })
      : buttonForm(`${here}/activate`, its.activate),
    buttonForm(`${here}/remove`, its.remove, { kind: 'danger outline', confirm: its.removeConfirm }),
  );
}

const connectionPage = consolePage(
  ({ c, api, id, texts }) =>
    Promise.all([
      api.connections.get(id),
      api.connections.listMessages(id, { ...pageOf(c), state: oneOf(c.req.query('state'), states) }),
      Promise.all(states.map((state) => api.connections.listMessages(id, { state, limit: 1 }))),
      secretHtml(c, texts.connections.ownSecretHint),
    ]),
  (page, [connection, messages, ofStates, secret]) => {
    const { c, texts, format, id } = page;
    const { connections: its, common } = texts;
    const { url, type, lastMessageAt, createdAt, name } = connection;
    const totals = ofStates.map(({ meta }) => meta.total);
    const about = facts([
      [its.type, its.types[type] ?? type],
      [its.state, connectionBadge(texts, connection)],
      [its.since, format.day(createdAt)],
      [its.lastMessage, lastMessageAt === null ? its.noMessage : format.time(lastMessageAt)],
    ]);
    const secretField = { hint: its.newSecretHint, autocomplete: 'off', spellcheck: 'false' };
    const fields = html`${field(c, 'name', its.name, { value: name, required: true })}
${field(c, 'secret', its.newSecret, secretField)}`;
    const body = html`${secret}${problemsHtml(page, connection)}
<p class="address">${its.address}: <code>${url}</code> ${copyButton(c, url)}</p>${about}${stepsHtml(page, connection)}
${buttonsHtml(page, connection)}<p><a href="${path}/${id}/comparisons">${texts.comparisons.link}</a></p>${section(its.messages, messagesHtml(page, messages, totals))}
${section(its.change, stackedForm(`${path}/${id}`, fields, common.save))}${orderFormsHtml(page, connection)}`;
    return { title: name, body };
  },
  inSettings,
);

const setStatus =
  (status: 'active' | 'paused'): Run =>
  async ({ api, id }) => {
    await api.connections.update(id, { status });
    return `${path}/${id}?done=saved`;
  };

const forms: Readonly<Record<string, Run>> = {
  '': async ({ api, id }, form) => {
    await api.connections.update(id, { name: form.text('name'), secret: form.optional('secret') });
    return `${path}/${id}?done=saved`;
  },
  ...orderForms,
  '/pause': setStatus('paused'),
  '/activate': setStatus('active'),
  '/retry': async ({ c, api, id }, form) => {
    const { message = '', all } = c.req.query();
    const state = oneOf(all, ['ignored', 'failed']);
    const wanted = state === undefined ? { ids: [message] } : { filter: { state } };
    const { retried } = await api.connections.retry(id, wanted, once(form));
    return `${path}/${id}?done=${retried > 0 ? 'messagesRetried' : 'nothingRetried'}`;
  },
  '/remove': async ({ api, id }) => {
    await unlessGone(api.connections.delete(id));
    return `${path}?done=connectionRemoved`;
  },
};

export const addConnection = (app: Pages): void => addPage(app, `${path}/:id`, connectionPage, forms);
