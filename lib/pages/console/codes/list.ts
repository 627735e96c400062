// Lists the discount codes of the brand, shows one, and pauses or deletes it.
import { creatorLink } from '#lib/pages/console/creators/list.ts';
import { given, oneOf, pageQuery, rateText } from '#lib/pages/console/input.ts';
import { handleForm, idIn } from '#lib/pages/console/inputs.ts';
import { accountOf, showConsole } from '#lib/pages/console/show.ts';
import { facts, linkButton } from '#lib/pages/shared/components.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import { buttonForm, hidden, type Problem } from '#lib/pages/shared/forms.ts';
import { html } from '#lib/pages/shared/html.ts';
import { filters, pages } from '#lib/pages/shared/table.ts';
import { codeTable } from './table.ts';

const path = '/console/codes';
const statuses = ['active', 'paused'] as const;

export async function codesPage(c: PageContext): Promise<Response> {
  const { api, texts } = visitOf(c);
  const { codes } = texts;
  const [{ format }, { data, meta }] = await Promise.all([
    accountOf(c),
    api.discounts.list({
      ...pageQuery(c),
      code: given(c, 'code'),
      affiliateId: given(c, 'affiliateId'),
      status: oneOf(c.req.query('status'), statuses),
      expand: ['affiliate'],
    }),
  ]);
  const search = filters(c, [
    { name: 'code', label: codes.code },
    {
      name: 'status',
      label: codes.status,
      options: statuses.map((one) => [one, codes.statuses[one] ?? one]),
    },
  ]);
  const actions = html`<div class="buttons">${linkButton(`${path}/many`, codes.createManyShort, 'secondary')}
${linkButton(`${path}/new`, codes.create)}</div>`;
  const rows = codeTable(c, format, data, { empty: codes.empty, isWhole: true });
  return showConsole(c, {
    title: codes.title,
    actions,
    body: html`${search}${rows}${pages(c, meta.cursor)}`,
  });
}

export async function codePage(c: PageContext, problem?: Problem): Promise<Response> {
  const { api, texts } = visitOf(c);
  const { codes } = texts;
  const [{ format }, code] = await Promise.all([
    accountOf(c),
    api.discounts.get(idIn(c), { expand: ['affiliate', 'campaign'] }),
  ]);
  const day = (time: string | null): string => (time === null ? '–' : format.time(time));
  const other = code.status === 'active' ? 'paused' : 'active';
  const own = `${path}/${code.id}`;
  const body = html`${facts([
    [codes.status, codes.statuses[code.status] ?? code.status],
    [codes.creator, creatorLink(texts, code.affiliate)],
    [codes.campaign, code.campaign?.name ?? '–'],
    [codes.discount, rateText(format, code)],
    [codes.used, format.number(code.usageCount)],
    [codes.usageLimit, code.usageLimit === null ? '–' : format.number(code.usageLimit)],
    [codes.revenue, format.money(code.totalRevenue)],
    [codes.startsAt, day(code.startsAt)],
    [codes.endsAt, day(code.endsAt)],
  ])}<div class="buttons">${buttonForm(`${own}/status`, other === 'active' ? codes.activate : codes.pause, {
    fields: hidden('status', other),
    kind: 'secondary',
  })}${buttonForm(`${own}/delete`, codes.delete, { confirm: codes.deleteQuestion, kind: 'secondary outline' })}
<a href="/console/orders?discountId=${code.id}">${codes.orders}</a></div>`;
  return showConsole(c, { title: codes.heading(code.code), body, problem });
}

export const setStatus = handleForm(codePage, async (c, form) => {
  const status = oneOf(form.text('status'), statuses);
  await visitOf(c).api.discounts.update(idIn(c), { status });
  return `${path}/${idIn(c)}?done=saved`;
});

export const remove = handleForm(codePage, async (c) => {
  await visitOf(c).api.discounts.delete(idIn(c));
  return `${path}?done=codeDeleted`;
});
