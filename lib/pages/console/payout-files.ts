// Offers the files that pay the creators of a payout, and says who is in no file.
import type { MissingCreator, PayoutDetail, PayoutFile, PayoutFiles } from '#lib/client/index.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import { linkButton, notice, personName } from '#lib/pages/shared/components.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import type { Format } from '#lib/pages/shared/format.ts';
import { type Html, html, whenever } from '#lib/pages/shared/html.ts';
import { table } from '#lib/pages/shared/table.ts';
import { creatorPath } from './creators/list.ts';
import { passOn } from './csv-file.ts';
import { idIn, section } from './inputs.ts';
import { countAndAmount, type Paid } from './payout-parts.ts';

/** A payout with another status has no file. */
const withFiles = ['ready', 'paying', 'paid', 'reopening', 'updating'];
export const hasFiles = ({ status }: PayoutDetail): boolean => withFiles.includes(status);

function downloadHtml(c: PageContext, { format, unavailable }: PayoutFile): Html {
  const { files, payouts } = visitOf(c).texts;
  if (unavailable === null) {
    const path = `/console/payouts/${idIn(c)}/files/${format}`;
    const name = html`${files.download}<span class="hidden">: ${files.names[format]}</span>`;
    const excel = whenever(
      format === 'general',
      () => html` <a href="${path}?excel=true">${payouts.excel}</a>`,
    );
    return html`<a role="button" class="secondary" href="${path}">${name}</a>${excel}`;
  }
  const enter = whenever(
    unavailable === 'payout_account_missing',
    () => html` <a href="/console/settings#account">${files.enterAccount}</a>`,
  );
  return html`<div>${files.unavailable[unavailable] ?? unavailable}${enter}</div>`;
}

/** The creators who are in no file. A payment that was marked as paid alone needs no file. */
const unpayable = ({ files }: PayoutFiles): readonly MissingCreator[] =>
  (files.find(({ format }) => format === 'general')?.missing ?? []).filter(({ reason }) => reason !== 'paid');

function missingHtml(c: PageContext, all: PayoutFiles, format: Format): Html {
  const { files, payouts } = visitOf(c).texts;
  const rows = unpayable(all);
  if (rows.length === 0) return html``;
  const list = table<MissingCreator>(c, {
    caption: files.missing,
    rows,
    empty: '',
    columns: [
      {
        title: payouts.creator,
        cell: ({ affiliateId, name }) =>
          html`<a href="${creatorPath(affiliateId).concat('#payment')}">${personName(name || affiliateId)}</a>`,
      },
      { title: payouts.reason, cell: ({ reason }) => files.reasons[reason] ?? reason },
      { title: payouts.amount, cell: ({ amount }) => format.money(amount), isNumber: true },
    ],
  });
  const isPart = (all.files.find((file) => file.format === 'general')?.missingCount ?? 0) > 100;
  return html`<h3>${files.missing}</h3>${notice('warning', files.missingHint)}${list}
${whenever(isPart, () => html`<p>${files.firstMissing}</p>`)}`;
}

/** Every file leaves out who was paid one by one, but they are not missing. */
export function filesHtml(c: PageContext, all: PayoutFiles, paid: Paid, format: Format): Html {
  const { files } = visitOf(c).texts;
  const sum = (count: number, amount?: number): string =>
    count <= 0 ? '–' : countAndAmount(format, count, amount);
  const missing = ({ missingCount, missingAmount }: PayoutFile): string =>
    sum(missingCount - paid.count, paid.amount === undefined ? undefined : missingAmount - paid.amount);
  const list = table<PayoutFile>(c, {
    caption: files.title,
    rows: all.files,
    empty: '',
    columns: [
      {
        title: files.file,
        cell: ({ format: name }) =>
          html`<div>${files.names[name] ?? name}<br><small>${files.who[name]}</small></div>`,
      },
      { title: files.inFile, cell: ({ linesCount, amount }) => sum(linesCount, amount), isNumber: true },
      {
        title: files.notInFile,
        cell: missing,
        isNumber: true,
      },
      { title: files.download, cell: (file) => downloadHtml(c, file) },
    ],
  });
  return section(files.title, html`<p>${files.intro}</p>${list}${missingHtml(c, all, format)}`);
}

/** The list of creators without accounts, which members can read, too. */
export function listButtons(c: PageContext): Html {
  const { payouts } = visitOf(c).texts;
  const file = `/console/payouts/${idIn(c)}/file.csv`;
  return html`<div class="buttons">${linkButton(file, payouts.csv, 'secondary')}${linkButton(`${file}?excel=true`, payouts.excel, 'secondary')}</div>`;
}

export function addPayoutFiles(app: Pages): void {
  const isExcel = (c: PageContext) => ({ excel: c.req.query('excel') === 'true' });
  app.get('/console/payouts/:id/file.csv', (c) =>
    passOn(c, `payout-${idIn(c)}.csv`, visitOf(c).api.payouts.getCsv(idIn(c), isExcel(c))),
  );
  app.get('/console/payouts/:id/files/:format', (c) => {
    const format = c.req.param('format');
    const name = `payout-${idIn(c)}-${format}.${format === 'sepa' ? 'xml' : 'csv'}`;
    return passOn(c, name, visitOf(c).api.payouts.getFile(idIn(c), format, isExcel(c)));
  });
}
