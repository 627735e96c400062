// Offers the files that pay the creators of a payout, and says who is in no file.
import type { MissingCreator, PayoutDetail, PayoutFile, PayoutFiles } from '#lib/client/index.ts';
import { creatorPath } from '#lib/pages/console/creators/list.ts';
import { fileButtons, hasDecimalCommas, passOn } from '#lib/pages/console/files.ts';
import type { Page } from '#lib/pages/console/page.ts';
import { visitOf } from '#lib/pages/console/visit.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import { type Html, html, nothing, notice, personName, section, whenever } from '#lib/pages/shared/html.ts';
import { table } from '#lib/pages/shared/table.ts';
import { countAndAmount, paidAlone } from './list.ts';

/** A payout with another status has no file. */
const withFiles = ['ready', 'paying', 'paid', 'reopening', 'updating'];
export const hasFiles = ({ status }: PayoutDetail): boolean => withFiles.includes(status);

function downloadHtml({ texts: { files, payouts }, id }: Page, { format, unavailable }: PayoutFile): Html {
  if (unavailable === null) {
    const path = `/console/payouts/${id}/files/${format}`;
    const excel = whenever(
      format === 'general',
      () => html` <a href="${path}?excel=true">${payouts.excel}</a>`,
    );
    return html`<a role="button" class="secondary" href="${path}">${files.download}<span class="hidden">: ${files.names[format]}</span></a>${excel}`;
  }
  const enter = whenever(
    unavailable === 'payout_account_missing',
    () => html` <a href="/console/settings#account">${files.enterAccount}</a>`,
  );
  return html`<div>${files.unavailable[unavailable] ?? unavailable}${enter}</div>`;
}

/** This file has every payment that is open and can be paid. */
export const generalOf = ({ files }: PayoutFiles) => files.find(({ format }) => format === 'general');

/** The creators who are in no file. A payment that was marked as paid alone needs no file. */
export const unpayable = (all: PayoutFiles): readonly MissingCreator[] =>
  (generalOf(all)?.missing ?? []).filter(({ reason }) => reason !== 'paid');

export function missingTable({ c, texts: { files, payouts }, format }: Page, all: PayoutFiles): Html {
  const creator = ({ affiliateId, name }: MissingCreator): Html =>
    html`<a href="${creatorPath(affiliateId).concat('#payment')}">${personName(name || affiliateId)}</a>`;
  const list = table(c, { title: files.missing, none: '' }, unpayable(all), [
    [payouts.creator, creator],
    [payouts.reason, ({ reason }) => files.reasons[reason] ?? reason],
    [payouts.amount, ({ amount }) => format.money(amount), 'number'],
  ]);
  const isPart = (generalOf(all)?.missingCount ?? 0) > 100;
  return html`${list}${whenever(isPart, () => html`<p>${files.firstMissing}</p>`)}`;
}

function missingHtml(page: Page, all: PayoutFiles): Html {
  const { files } = page.texts;
  if (unpayable(all).length === 0) return nothing;
  return html`<h3>${files.missing}</h3>${notice('warning', files.missingHint)}${missingTable(page, all)}`;
}

/** Every file leaves out who was paid one by one, but they are not missing. */
export function filesHtml(page: Page, payout: PayoutDetail, all: PayoutFiles): Html {
  const { c, texts, format } = page;
  const { files } = texts;
  const paid = paidAlone(payout);
  const sum = (count: number, amount?: number): string =>
    count <= 0 ? '–' : countAndAmount(format, count, amount);
  const missing = ({ missingCount, missingAmount }: PayoutFile): string =>
    sum(missingCount - paid.count, paid.amount === undefined ? undefined : missingAmount - paid.amount);
  const name = ({ format: key }: PayoutFile): Html =>
    html`<div>${files.names[key] ?? key}<br><small>${files.who[key]}</small></div>`;
  const list = table(c, { title: files.title, none: '' }, all.files, [
    [files.file, name],
    [files.inFile, ({ linesCount, amount }) => sum(linesCount, amount), 'number'],
    [files.notInFile, missing, 'number'],
    [files.download, (file) => downloadHtml(page, file)],
  ]);
  return section(files.title, html`<p>${files.intro}</p>${list}${missingHtml(page, all)}`);
}

/** The list of creators without accounts, which members can read, too. */
export const listButtons = ({ texts, id }: Page): Html =>
  fileButtons(`/console/payouts/${id}/file.csv`, texts.payouts);

export function addPayoutFiles(app: Pages): void {
  app.get('/console/payouts/:id/file.csv', (c) => {
    const { api, id } = visitOf(c);
    return passOn(c, `payout-${id}.csv`, api.payouts.getCsv(id, { excel: hasDecimalCommas(c) }));
  });
  app.get('/console/payouts/:id/files/:format', (c) => {
    const { api, id } = visitOf(c);
    const format = c.req.param('format');
    const name = `payout-${id}-${format}.${format === 'sepa' ? 'xml' : 'csv'}`;
    return passOn(c, name, api.payouts.getFile(id, format, { excel: hasDecimalCommas(c) }));
  });
}
