// Sets, checks and removes the domain of the links of the brand.
import type { Brand } from '#lib/client/index.ts';
import type { Page } from '#lib/pages/console/page.ts';
import { formHandler, type Run } from '#lib/pages/console/visit.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import type { PageHandler } from '#lib/pages/shared/context.ts';
import { buttonForm, field, hidden, stackedForm } from '#lib/pages/shared/forms.ts';
import {
  buttons,
  copyButton,
  facts,
  type Html,
  html,
  nothing,
  section,
  statusBadge,
} from '#lib/pages/shared/html.ts';
import { Refusal } from '#lib/pages/shared/submit.ts';
import { path } from './frame.ts';

const action = `${path}/brand/link-domain`;

type LinkDomain = NonNullable<Brand['linkDomain']>;

function shownDomain({ c, texts: { linkDomain: its } }: Page, { domain, status, record }: LinkDomain): Html {
  const copied = (text: string): Html => html`<code>${text}</code> ${copyButton(c, text)}`;
  const isPending = status === 'pending';
  return html`<p>${domain} ${statusBadge(its.statuses, status)}</p>
${isPending ? html`<p>${its.steps}</p>` : nothing}
${facts([
  [its.type, record.type],
  [its.name, copied(record.name)],
  [its.value, copied(record.value)],
])}`;
}

function actionsFor({ texts: { linkDomain: its } }: Page, { domain, status }: LinkDomain): Html {
  const check = buttonForm(`${action}/check`, its.check, { fields: hidden('domain', domain) });
  const remove = buttonForm(`${action}/remove`, its.remove, {
    kind: 'secondary outline',
    confirm: its.confirm,
  });
  return buttons(html`${status === 'pending' ? check : nothing}${remove}`);
}

export function linkDomainSection(page: Page): Html {
  const { c, texts, isAdmin, brand } = page;
  const { linkDomain: its } = texts;
  const known = brand.linkDomain;
  const shown = known === null ? html`<p>${its.none}</p>` : shownDomain(page, known);
  const input = field(c, 'domain', its.domain, {
    value: known?.domain ?? '',
    hint: its.hint,
    required: true,
  });
  const form = isAdmin ? stackedForm(action, input, texts.common.save) : nothing;
  const actions = isAdmin && known !== null ? actionsFor(page, known) : nothing;
  return section(its.title, html`${shown}${actions}${form}`, 'link-domain');
}

const set: Run = async ({ api }, form) => {
  await api.brands.setLinkDomain({ domain: form.text('domain') });
  return `${path}?done=saved`;
};

const check: Run = async ({ api, texts: { linkDomain: its } }, form) => {
  const { problem } = await api.brands.setLinkDomain({ domain: form.text('domain') });
  if (problem !== null) throw new Refusal(its.problems[problem] ?? problem);
  return `${path}?done=saved`;
};

const remove: Run = async ({ api }) => {
  await api.brands.deleteLinkDomain();
  return `${path}?done=saved`;
};

export function addLinkDomain(app: Pages, page: PageHandler): void {
  app.post(action, formHandler(page, set));
  app.post(`${action}/check`, formHandler(page, check));
  app.post(`${action}/remove`, formHandler(page, remove));
}
