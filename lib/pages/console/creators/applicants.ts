// Lists the people who have applied to the program, and accepts or declines them.
import type { Affiliate } from '#lib/client/index.ts';
import { pageQuery } from '#lib/pages/console/inputs.ts';
import { consolePage, type Page } from '#lib/pages/console/page.ts';
import { addPage, type Run, type Visit } from '#lib/pages/console/visit.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import { hidden } from '#lib/pages/shared/forms.ts';
import { buttons, type Html, html, linkButton, nothing, notice, whenever } from '#lib/pages/shared/html.ts';
import { recover } from '#lib/pages/shared/submit.ts';
import { pages, table } from '#lib/pages/shared/table.ts';
import { creatorLink, creatorPath, nameOf } from './list.ts';

const path = '/console/creators/applicants';

/** The profile is an https address, which the API has checked. */
export const profileLink = (url: string | null): Html =>
  url === null ? html`–` : html`<a href="${url}" rel="noreferrer">${url}</a>`;

const decisionButtons = (accept: string, decline: string): Html =>
  buttons(
    html`<button name="decision" value="active">${accept}</button>`,
    html`<button name="decision" value="declined" class="secondary">${decline}</button>`,
  );

/** The buttons of one applicant, on the page of the creator. */
export function applicantHtml({ texts }: Page, { id, status, applicationMessage }: Affiliate): Html {
  const its = texts.applicants;
  if (status !== 'applied') return nothing;
  return html`<section><h2>${its.message}</h2><p dir="auto">${applicationMessage ?? '–'}</p>
<form method="post" action="${path}">${hidden('ids', id)}${hidden('single', '1')}${decisionButtons(its.accept, its.decline)}
<small>${its.hint}</small></form></section>`;
}

const applicantsPage = (failures: readonly string[] = []) =>
  consolePage(
    ({ c, api }) => api.affiliates.list({ ...pageQuery(c), status: ['applied'] }),
    ({ c, texts, format, brand }, { data, meta }) => {
      const its = texts.applicants;
      const selects = (row: Affiliate) => ({ id: row.id, label: nameOf(texts, row) });
      const decision = whenever(
        data.length > 0,
        () => html`${decisionButtons(its.acceptSelected, its.declineSelected)}<small>${its.hint}</small>`,
      );
      const rows = table(c, { title: its.title, none: its.none, selects }, data, [
        [
          texts.creators.name,
          (row) => html`<div>${creatorLink(texts, row)}<br><small>${row.email}</small></div>`,
        ],
        [its.message, (row) => html`<div dir="auto">${row.applicationMessage ?? '–'}</div>`],
        [its.profile, ({ profileUrl }) => profileLink(profileUrl)],
        [its.since, ({ createdAt }) => format.day(createdAt), 'sorted number'],
      ]);
      const closed = whenever(brand.portal.applications === 'closed', () => html`<p>${its.off}</p>`);
      const body = html`${failures.map((failure) => notice('bad', failure))}<p>${its.intro}</p>${closed}
<form method="post" action="${path}">${rows}${decision}</form>${pages(c, meta.cursor)}`;
      const actions = linkButton('/console/settings/portal', its.open, 'secondary');
      return { title: its.title, actions, body, status: failures.length > 0 ? 409 : 200 };
    },
  );

/** Returns what the API says against the decision, such as that the plan has no room. */
const decideAbout = ({ api, texts }: Visit, id: string, status: 'active' | 'declined') =>
  recover(
    api.affiliates.update(id, { status }).then(() => []),
    [404, 409],
    async (error) => {
      const creator = error.status === 404 ? undefined : await api.affiliates.get(id);
      return [texts.applicants.failed(creator ? nameOf(texts, creator) : id, error.message)];
    },
  );

const decide: Run = async (visit, form) => {
  const [ids, isAccepted] = [form.all('ids'), form.text('decision') === 'active'];
  const again = (failures: readonly string[]) => applicantsPage(failures)(visit.c);
  if (ids.length === 0) return again([visit.texts.applicants.selectFirst]);
  const decision = isAccepted ? 'active' : 'declined';
  const failures = (await Promise.all(ids.map((id) => decideAbout(visit, id, decision)))).flat();
  if (failures.length > 0) return again(failures);
  const back = form.text('single') === '' ? path : creatorPath(ids[0] ?? '');
  return `${back}?done=${isAccepted ? 'accepted' : 'declined'}`;
};

export const addApplicants = (app: Pages): void => addPage(app, path, applicantsPage(), { '': decide });
