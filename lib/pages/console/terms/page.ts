// Shows and changes the commission terms of an owner: the brand, a group, a campaign or a creator.
import type { TermsAnswer, TermsChange } from '#lib/client/index.ts';
import { dayStart } from '#lib/foundation/shared/time-zones.ts';
import { accountOf, consolePage, type Page } from '#lib/pages/console/page.ts';
import { addPage, type Visit } from '#lib/pages/console/visit.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import { buttonForm, field, hidden, stackedForm } from '#lib/pages/shared/forms.ts';
import { type Html, html, section, whenever } from '#lib/pages/shared/html.ts';
import type { PageContent } from '#lib/pages/shared/layout.ts';
import { table } from '#lib/pages/shared/table.ts';
import { termsFields, termsIn } from './form.ts';

interface TermsOwner {
  readonly read: () => Promise<TermsAnswer>;
  readonly set: (change: TermsChange) => Promise<unknown>;
  readonly title: () => Promise<string> | string;
  /** The address of the form, and of the page after it. */
  readonly action: string;
}

type FindOwner = (visit: Visit) => TermsOwner;
type Frame = (page: Page, content: PageContent) => PageContent;

function historyHtml({ c, texts: { terms: its }, format }: Page, { versions }: TermsAnswer): Html {
  const summary = ({ terms }: TermsAnswer['versions'][number]): string =>
    terms === null ? its.simple : its.summary(format.rate(terms.rate), terms.rules.length);
  const list = table(c, { title: its.history, none: its.none }, versions, [
    [its.validFrom, ({ validFrom }) => format.time(validFrom)],
    [its.rate, summary],
  ]);
  return section(its.history, list);
}

const inColumn: Frame = (_, content) => ({
  ...content,
  body: html`<div class="settings">${content.body}</div>`,
});

/** The page is in the frame of the settings, or alone. */
export function addTermsPage(app: Pages, path: string, ownerOf: FindOwner, frame: Frame = inColumn): void {
  const page = consolePage(
    (visit) => {
      const { title, read, action } = ownerOf(visit);
      return Promise.all([title(), read(), action]);
    },
    (its, [title, answer, action]) => {
      const { c, texts } = its;
      const { terms, common } = texts;
      const begin = field(c, 'validFrom', terms.validFrom, { hint: terms.validFromHint, type: 'date' });
      const fields = html`${termsFields(its, answer.terms)}${begin}`;
      const end = whenever(answer.terms !== null, () =>
        buttonForm(action, terms.remove, {
          fields: hidden('remove', '1'),
          confirm: terms.removeConfirm,
          kind: 'secondary outline',
        }),
      );
      const body = html`<p>${terms.priority}</p>${stackedForm(action, fields, common.save)}${end}${historyHtml(its, answer)}`;
      return { title, body };
    },
    frame,
  );
  addPage(app, path, page, {
    '': async (visit, form) => {
      const { set, action } = ownerOf(visit);
      const { brand } = await accountOf(visit.c);
      const day = form.optional('validFrom');
      await set({
        terms: form.optional('remove') === undefined ? termsIn(form) : null,
        ...(day !== undefined && { validFrom: dayStart(brand.timezone, day).toISOString() }),
      });
      return `${action}${action.includes('?') ? '&' : '?'}done=saved`;
    },
  });
}
