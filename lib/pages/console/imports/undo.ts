// Shows which rows an undo of an import would keep, starts the undo, and shows its result.
import type { Import, ImportKept } from '#lib/client/index.ts';
import { creatorPath } from '#lib/pages/console/creators/list.ts';
import { orderPath } from '#lib/pages/console/orders/list.ts';
import { consolePage, type Page } from '#lib/pages/console/page.ts';
import { type Run, visitOf } from '#lib/pages/console/visit.ts';
import { buttonForm, requestId } from '#lib/pages/shared/forms.ts';
import { buttons, figures, type Html, html, linkButton, nothing, section } from '#lib/pages/shared/html.ts';
import { once } from '#lib/pages/shared/submit.ts';
import { pages, table } from '#lib/pages/shared/table.ts';
import { afterIn } from './rows.ts';
import { importsPath } from './upload.ts';

export const mayUndo = ({ c }: Page, { undoableUntil, progress }: Import): boolean =>
  undoableUntil !== null &&
  Date.parse(undoableUntil) > visitOf(c).now.getTime() &&
  progress.created + progress.updated > 0;

export const undoneHtml = (
  { texts: { imports: its }, format: { number } }: Page,
  { undo }: Import,
): Html | string =>
  undo === null
    ? nothing
    : figures([
        [its.undone, number(undo.undone)],
        [its.stay, number(undo.kept)],
      ]);

type Row = ImportKept['rows'][number];

function subjectHtml({ texts: { imports: its } }: Page, { affiliateId, conversionId }: Row): Html | string {
  if (conversionId !== null) return html`<a href="${orderPath(conversionId)}">${conversionId}</a>`;
  return affiliateId === null ? its.noneStay : html`<a href="${creatorPath(affiliateId)}">${affiliateId}</a>`;
}

export const keptHtml = (page: Page, { rows, next }: ImportKept): Html => {
  const { c, texts } = page;
  const { imports: its } = texts;
  const list = table(c, { title: its.staying, none: its.noneStay }, rows, [
    [its.number, ({ number }) => number],
    [its.creator, (row) => subjectHtml(page, row)],
    [its.reason, ({ reason }) => reason],
  ]);
  return section(its.staying, html`${list}${pages(c, next)}`);
};

export const undoPage = consolePage(
  ({ c, api, id }) => api.imports.listKept(id, { after: afterIn(c) }),
  (page, kept) => {
    const { imports: its } = page.texts;
    const { id } = page;
    const form = buttonForm(`${importsPath}/${id}/undo`, its.undo, {
      fields: requestId(),
      confirm: its.undoQuestion,
    });
    const actions = buttons(form, linkButton(`${importsPath}/${id}`, its.toImport, 'secondary'));
    return { title: its.undoPage, body: html`<p>${its.undoIntro}</p>${actions}${keptHtml(page, kept)}` };
  },
);

export const undo: Run = async ({ api, id }, form) => {
  await api.imports.undo(id, once(form));
  return `${importsPath}/${id}`;
};
