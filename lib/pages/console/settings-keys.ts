// Lists the API keys, creates and revokes them.
import type { ApiKey, ApiKeysCreateInput } from '#lib/client/index.ts';
import { scopeAreas } from '#lib/foundation/contract/scope.ts';
import { dayStart } from '#lib/foundation/shared/time-zones.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import { badge, linkButton } from '#lib/pages/shared/components.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import { buttonForm, type Form, field, type Problem } from '#lib/pages/shared/forms.ts';
import { type Html, html } from '#lib/pages/shared/html.ts';
import { listHtml, pageOf } from '#lib/pages/shared/table.ts';
import { addForm, idIn, linesIn, optionsOf, stackedForm, unlessGone } from './inputs.ts';
import { showSettings } from './settings-frame.ts';
import { accountOf } from './show.ts';
import { keepSecret, secretHtml } from './shown-once.ts';

const path = '/console/settings/api-keys';

const actionsHtml = (c: PageContext, { id, name }: ApiKey): Html => {
  const { keys } = visitOf(c).texts;
  return html`${buttonForm(`${path}/${id}/rotate`, keys.rotate, { confirm: keys.rotateConfirm(name), kind: 'plain' })}
${buttonForm(`${path}/${id}/revoke`, keys.revoke, { confirm: keys.revokeConfirm(name), kind: 'plain' })}`;
};

async function keysPage(c: PageContext, problem?: Problem): Promise<Response> {
  const { api, texts } = visitOf(c);
  const its = texts.keys;
  const [{ format }, found] = await Promise.all([accountOf(c), api.apiKeys.list(pageOf(c))]);
  const list = listHtml(c, its, found, [
    { title: its.name, cell: ({ name, ending }) => html`<bdi>${name}</bdi><br><small>…${ending}</small>` },
    {
      title: its.mode,
      cell: ({ mode }) => badge(its.modes[mode] ?? mode, mode === 'live' ? 'good' : 'calm'),
    },
    {
      title: its.scopes,
      cell: ({ scopes }) =>
        scopes.includes('*') ? its.everything : html`<small>${scopes.join(', ')}</small>`,
    },
    {
      title: its.lastUsed,
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? its.never : format.time(lastUsedAt)),
    },
    {
      title: its.expires,
      cell: ({ expiresAt }) => (expiresAt === null ? its.never : format.time(expiresAt)),
    },
    { title: its.actions, cell: (key) => actionsHtml(c, key) },
  ]);
  const body = html`${await secretHtml(c, its.keyHint)}${list}`;
  const actions = linkButton(`${path}/new`, its.create);
  return showSettings(c, { title: texts.settings.title, actions, body, problem });
}

function newKeyPage(c: PageContext, problem?: Problem): Promise<Response> {
  const { keys } = visitOf(c).texts;
  const areas = scopeAreas.map((area) =>
    field(c, {
      name: `scopes.${area}`,
      label: keys.areas[area] ?? area,
      problem,
      options: optionsOf(keys.rights),
    }),
  );
  const lacksScope = [...(problem?.fields.keys() ?? [])].some((name) => name.startsWith('scopes'));
  const fields = html`${field(c, { name: 'name', label: keys.name, hint: keys.nameHint, problem, attributes: { required: true } })}
${field(c, { name: 'mode', label: keys.mode, hint: keys.modeHint, value: 'test', problem, options: optionsOf(keys.modes) })}
<fieldset><legend>${keys.scopes}</legend><small>${keys.scopesHint}</small>
${lacksScope ? html`<small class="error">${keys.scopesMissing}</small>` : ''}
${field(c, { name: 'all', label: keys.all, problem, options: optionsOf(keys.allChoices) })}<div class="row">${areas}</div></fieldset>
${field(c, { name: 'expiresAt', label: keys.expires, hint: keys.expiresHint, problem, attributes: { type: 'date' } })}
${field(c, { name: 'allowedIps', label: keys.addresses, hint: keys.addressesHint, problem, isLong: true })}`;
  const body = stackedForm(`${path}/new`, fields, keys.create);
  return showSettings(c, { title: keys.create, body, problem });
}

const scopesIn = (form: Form): ApiKeysCreateInput['scopes'] => {
  if (form.text('all') === '*') return ['*'];
  return scopeAreas.flatMap((area) => {
    const right = form.optional(`scopes.${area}`) as 'read' | 'write' | undefined;
    return right === undefined ? [] : [`${area}:${right}` as const];
  });
};

async function create(c: PageContext, form: Form): Promise<string> {
  const day = form.optional('expiresAt');
  const addresses = linesIn(form, 'allowedIps');
  const { brand } = await accountOf(c);
  const { key } = await visitOf(c).api.apiKeys.create({
    name: form.text('name'),
    mode: form.text('mode') as 'live',
    scopes: scopesIn(form),
    expiresAt: day === undefined ? null : dayStart(brand.timezone, day).toISOString(),
    allowedIps: addresses.length === 0 ? null : addresses,
  });
  await keepSecret(c, key);
  return path;
}

async function rotate(c: PageContext): Promise<string> {
  const { key } = await visitOf(c).api.apiKeys.rotate(idIn(c));
  await keepSecret(c, key);
  return `${path}?done=rotated`;
}

async function revoke(c: PageContext): Promise<string> {
  await unlessGone(visitOf(c).api.apiKeys.delete(idIn(c)));
  return `${path}?done=revoked`;
}

export function addApiKeys(app: Pages): void {
  app.get('/console/settings/api-keys', (c) => keysPage(c));
  app.get('/console/settings/api-keys/new', (c) => newKeyPage(c));
  addForm(app, '/console/settings/api-keys/new', create, newKeyPage);
  addForm(app, '/console/settings/api-keys/:id/rotate', rotate, keysPage);
  addForm(app, '/console/settings/api-keys/:id/revoke', revoke, keysPage);
}
