// Lists the people who have applied to the program, and accepts or declines them.
import { type Affiliate, isApiError } from '#lib/client/index.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import { linkButton, notice } from '#lib/pages/shared/components.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import { hidden, readForm } from '#lib/pages/shared/forms.ts';
import { type Html, html, nothing, whenever } from '#lib/pages/shared/html.ts';
import { pages, table } from '#lib/pages/shared/table.ts';
import { creatorLink, creatorPath, nameOf } from './creators/list.ts';
import { pageQuery } from './input.ts';
import { accountOf, showConsole } from './show.ts';

const path = '/console/creators/applicants';

/** The profile is an https address, which the API has checked. */
export const profileLink = (url: string | null): Html =>
  url === null ? html`–` : html`<a href="${url}" rel="noreferrer">${url}</a>`;

const buttonsHtml = (accept: string, decline: string): Html =>
  html`<div class="buttons"><button name="decision" value="active">${accept}</button>
<button name="decision" value="declined" class="secondary">${decline}</button></div>`;

/** The buttons of one applicant, on the page of the creator. */
export function applicantHtml(c: PageContext, { id, status, applicationMessage }: Affiliate): Html {
  const { applicants } = visitOf(c).texts;
  if (status !== 'applied') return nothing;
  return html`<section><h2>${applicants.message}</h2><p dir="auto">${applicationMessage ?? '–'}</p>
<form method="post" action="${path}">${hidden('ids', id)}${hidden('single', '1')}${buttonsHtml(applicants.accept, applicants.decline)}
<small>${applicants.hint}</small></form></section>`;
}

async function applicantsPage(c: PageContext, failures: readonly string[] = []): Promise<Response> {
  const { api, texts } = visitOf(c);
  const its = texts.applicants;
  const [{ format, brand }, { data, meta }] = await Promise.all([
    accountOf(c),
    api.affiliates.list({ ...pageQuery(c), status: ['applied'] }),
  ]);
  const rows = table<Affiliate>(c, {
    caption: its.title,
    rows: data,
    empty: its.none,
    selects: (row) => ({ id: row.id, label: nameOf(texts, row) }),
    columns: [
      {
        title: texts.creators.name,
        cell: (row) => html`<div>${creatorLink(texts, row)}<br><small>${row.email}</small></div>`,
      },
      { title: its.message, cell: (row) => html`<div dir="auto">${row.applicationMessage ?? '–'}</div>` },
      { title: its.profile, cell: (row) => profileLink(row.profileUrl) },
      { title: its.since, cell: (row) => format.day(row.createdAt), isNumber: true, isSorted: true },
    ],
  });
  const closed = whenever(brand.portal.applications === 'closed', () => html`<p>${its.off}</p>`);
  const body = html`${failures.map((failure) => notice('bad', failure))}<p>${its.intro}</p>${closed}
<form method="post" action="${path}">${rows}${whenever(
    data.length > 0,
    () => html`${buttonsHtml(its.acceptSelected, its.declineSelected)}<small>${its.hint}</small>`,
  )}</form>${pages(c, meta.cursor)}`;
  const actions = linkButton('/console/settings/portal', its.open, 'secondary');
  return showConsole(c, { title: its.title, actions, body, ...(failures.length > 0 && { status: 409 }) });
}

/** Returns what the API says against the decision, such as that the plan has no room. */
async function decideAbout(c: PageContext, id: string, status: 'active' | 'declined') {
  const { api, texts } = visitOf(c);
  try {
    await api.affiliates.update(id, { status });
    return [];
  } catch (error) {
    if (!isApiError(error) || ![404, 409].includes(error.status)) throw error;
    const creator = error.status === 404 ? undefined : await api.affiliates.get(id);
    return [texts.applicants.failed(creator ? nameOf(texts, creator) : id, error.message)];
  }
}

async function decide(c: PageContext): Promise<Response> {
  const { applicants } = visitOf(c).texts;
  const form = await readForm(c);
  const [ids, isAccepted] = [form.all('ids'), form.text('decision') === 'active'];
  if (ids.length === 0) return applicantsPage(c, [applicants.selectFirst]);
  const decision = isAccepted ? 'active' : 'declined';
  const failures = (await Promise.all(ids.map((id) => decideAbout(c, id, decision)))).flat();
  if (failures.length > 0) return applicantsPage(c, failures);
  const back = form.text('single') === '' ? path : creatorPath(ids[0] ?? '');
  return c.redirect(`${back}?done=${isAccepted ? 'accepted' : 'declined'}`, 303);
}

export function addApplicants(app: Pages): void {
  app.get(path, (c) => applicantsPage(c));
  app.post(path, decide);
}
