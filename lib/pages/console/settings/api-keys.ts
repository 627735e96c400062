// Lists the API keys, creates and revokes them.
import type { ApiKey, ApiKeysCreateInput } from '#lib/client/index.ts';
import { scopeAreas } from '#lib/foundation/contract/scope.ts';
import { dayStart } from '#lib/foundation/shared/time-zones.ts';
import { accountOf, consolePage, plainPage } from '#lib/pages/console/page.ts';
import { addPage, type Run } from '#lib/pages/console/visit.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import type { Form } from '#lib/pages/shared/form.ts';
import { buttonForm, field, optionsOf, stackedForm } from '#lib/pages/shared/forms.ts';
import { badge, type Html, html, linkButton, nothing } from '#lib/pages/shared/html.ts';
import { unlessGone } from '#lib/pages/shared/submit.ts';
import { listHtml, pageOf } from '#lib/pages/shared/table.ts';
import { inSettings } from './frame.ts';
import { keepSecret, secretHtml } from './shown-once.ts';

const path = '/console/settings/api-keys';

const keysPage = consolePage(
  ({ c, api, texts }) => Promise.all([api.apiKeys.list(pageOf(c)), secretHtml(c, texts.keys.keyHint)]),
  ({ c, texts, format }, [found, secret]) => {
    const { keys: its, settings } = texts;
    const actions = ({ id, name }: ApiKey): Html => {
      const rotate = { confirm: its.rotateConfirm(name), kind: 'plain' };
      const revoke = { confirm: its.revokeConfirm(name), kind: 'plain' };
      return html`${buttonForm(`${path}/${id}/rotate`, its.rotate, rotate)}${buttonForm(`${path}/${id}/revoke`, its.revoke, revoke)}`;
    };
    const scopes = ({ scopes: all }: ApiKey): Html | string =>
      all.includes('*') ? its.everything : html`<small>${all.join(', ')}</small>`;
    const timeOr = (time: string | null): string => (time === null ? its.never : format.time(time));
    const list = listHtml(c, its, found, [
      [its.name, ({ name, ending }) => html`<bdi>${name}</bdi><br><small>…${ending}</small>`],
      [its.mode, ({ mode }) => badge(its.modes[mode] ?? mode, mode === 'live' ? 'good' : 'calm')],
      [its.scopes, scopes],
      [its.lastUsed, ({ lastUsedAt }) => timeOr(lastUsedAt)],
      [its.expires, ({ expiresAt }) => timeOr(expiresAt)],
      [its.actions, actions],
    ]);
    const create = linkButton(`${path}/new`, its.create);
    return { title: settings.title, actions: create, body: html`${secret}${list}` };
  },
  inSettings,
);

const newKeyPage = plainPage(({ c, texts: { keys: its }, problem }) => {
  const rights = optionsOf(its.rights);
  const areas = scopeAreas.map((area) =>
    field(c, `scopes.${area}`, its.areas[area] ?? area, { options: rights }),
  );
  const lacksScope = [...(problem?.fields.keys() ?? [])].some((name) => name.startsWith('scopes'));
  const fields = html`${field(c, 'name', its.name, { hint: its.nameHint, required: true })}
${field(c, 'mode', its.mode, { hint: its.modeHint, value: 'test', options: optionsOf(its.modes) })}
<fieldset><legend>${its.scopes}</legend><small>${its.scopesHint}</small>
${lacksScope ? html`<small class="error">${its.scopesMissing}</small>` : nothing}
${field(c, 'all', its.all, { options: optionsOf(its.allChoices) })}<div class="row">${areas}</div></fieldset>
${field(c, 'expiresAt', its.expires, { hint: its.expiresHint, type: 'date' })}
${field(c, 'allowedIps', its.addresses, { hint: its.addressesHint, isLong: true })}`;
  return { title: its.create, body: stackedForm(`${path}/new`, fields, its.create) };
}, inSettings);

const scopesIn = (form: Form): ApiKeysCreateInput['scopes'] => {
  if (form.text('all') === '*') return ['*'];
  return scopeAreas.flatMap((area) => {
    const right = form.optional(`scopes.${area}`) as 'read' | 'write' | undefined;
    return right === undefined ? [] : [`${area}:${right}` as const];
  });
};

const create: Run = async ({ c, api }, form) => {
  const day = form.optional('expiresAt');
  const addresses = form.lines('allowedIps');
  const { brand } = await accountOf(c);
  const { key } = await api.apiKeys.create({
    name: form.text('name'),
    mode: form.text('mode') as 'live',
    scopes: scopesIn(form),
    expiresAt: day === undefined ? null : dayStart(brand.timezone, day).toISOString(),
    allowedIps: addresses.length === 0 ? null : addresses,
  });
  await keepSecret(c, key);
  return path;
};

export function addApiKeys(app: Pages): void {
  addPage(app, path, keysPage, {
    '/:id/rotate': async ({ c, api, id }) => {
      const { key } = await api.apiKeys.rotate(id);
      await keepSecret(c, key);
      return `${path}?done=rotated`;
    },
    '/:id/revoke': async ({ api, id }) => {
      await unlessGone(api.apiKeys.delete(id));
      return `${path}?done=revoked`;
    },
  });
  addPage(app, `${path}/new`, newKeyPage, { '': create });
}
