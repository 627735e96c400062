// Shows and changes the commission terms of an owner: the brand, a group, a campaign or a creator.
import type { TermsAnswer, TermsChange } from '#lib/client/index.ts';
import { dayStart } from '#lib/foundation/shared/time-zones.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import { buttonForm, type Form, field, hidden, type Problem } from '#lib/pages/shared/forms.ts';
import { type Html, html, whenever } from '#lib/pages/shared/html.ts';
import type { PageContent } from '#lib/pages/shared/layout.ts';
import { table } from '#lib/pages/shared/table.ts';
import { rateText } from './input.ts';
import { addForm, section, stackedForm } from './inputs.ts';
import { accountOf } from './show.ts';
import { termsFields } from './terms-form.ts';
import { termsIn } from './terms-input.ts';

export interface TermsOwner {
  readonly title: string;
  /** The address of the form, and of the page after it. */
  readonly action: string;
  readonly set: (change: TermsChange) => Promise<unknown>;
  readonly show: (c: PageContext, page: PageContent) => Promise<Response>;
}

type FindOwner = (c: PageContext) => {
  readonly owner: TermsOwner | Promise<TermsOwner>;
  readonly answer: Promise<TermsAnswer>;
};

async function historyHtml(c: PageContext, { versions }: TermsAnswer): Promise<Html> {
  const { terms } = visitOf(c).texts;
  const { format } = await accountOf(c);
  return table(c, {
    caption: terms.history,
    rows: versions,
    empty: terms.none,
    columns: [
      { title: terms.validFrom, cell: (version) => format.time(version.validFrom) },
      {
        title: terms.rate,
        cell: ({ terms: its }) =>
          its === null ? terms.simple : terms.summary(rateText(format, its.rate), its.rules.length),
      },
    ],
  });
}

async function termsPage(c: PageContext, find: FindOwner, problem?: Problem): Promise<Response> {
  const { texts } = visitOf(c);
  const found = find(c);
  const [owner, answer] = await Promise.all([found.owner, found.answer, accountOf(c)]);
  const its = texts.terms;
  const begin = field(c, {
    name: 'validFrom',
    label: its.validFrom,
    hint: its.validFromHint,
    problem,
    attributes: { type: 'date' },
  });
  const form = stackedForm(
    owner.action,
    html`${termsFields(c, answer.terms, problem)}${begin}`,
    texts.common.save,
  );
  const end = whenever(answer.terms !== null, () =>
    buttonForm(owner.action, its.remove, {
      fields: hidden('remove', '1'),
      confirm: its.removeConfirm,
      kind: 'secondary outline',
    }),
  );
  const body = html`<p>${its.priority}</p>${form}${end}${section(its.history, await historyHtml(c, answer))}`;
  return owner.show(c, { title: owner.title, body, problem });
}

async function save(c: PageContext, find: FindOwner, form: Form): Promise<string> {
  const [owner, { brand }] = await Promise.all([find(c).owner, accountOf(c)]);
  const day = form.optional('validFrom');
  await owner.set({
    terms: form.optional('remove') === undefined ? termsIn(form) : null,
    ...(day !== undefined && { validFrom: dayStart(brand.timezone, day).toISOString() }),
  });
  return `${owner.action}${owner.action.includes('?') ? '&' : '?'}done=saved`;
}

export function addTermsPage(app: Pages, path: string, find: FindOwner): void {
  app.get(path, (c) => termsPage(c, find));
  addForm(
    app,
    path,
    (c, form) => save(c, find, form),
    (c, problem) => termsPage(c, find, problem),
  );
}
