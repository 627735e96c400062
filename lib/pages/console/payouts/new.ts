// Proposes a payout: a dry run shows who would be paid, before anything is created.
import type { Client, PayoutLine, PayoutPreview, PayoutPreviewLine } from '#lib/client/index.ts';
import { consolePage, type Page } from '#lib/pages/console/page.ts';
import type { Run, Visit } from '#lib/pages/console/visit.ts';
import { Form } from '#lib/pages/shared/form.ts';
import { field, hidden, optionsOf, requestId } from '#lib/pages/shared/forms.ts';
import { badge, facts, type Html, html, nothing, notice, whenever } from '#lib/pages/shared/html.ts';
import { once, problemOf } from '#lib/pages/shared/submit.ts';
import { table } from '#lib/pages/shared/table.ts';
import { lineColumns } from './list.ts';

const path = '/console/payouts/new';
/** Older payments say little about the next one. */
const newestPayouts = 3;
const names = ['minimum', 'earnedBefore', 'includeBanned', 'paymentMethod'] as const;

function inputIn(form: Form) {
  return {
    minimum: form.numberOrNull('minimum') ?? undefined,
    earnedBefore: form.optional('earnedBefore'),
    includeBanned: form.text('includeBanned') === 'true',
    paymentMethod: form.optional('paymentMethod') as 'sepa' | undefined,
  };
}

/** The check is a GET, so its form is the query. */
const formOf = ({ c, problem, language }: Visit): Form =>
  problem?.form ?? new Form(Object.entries(c.req.query()), language);

/** Undefined before the person has asked for the check. */
async function preview(visit: Visit) {
  const { c, api, problem } = visit;
  const form = formOf(visit);
  if (problem !== undefined || form.text('check') === '') return undefined;
  try {
    const [checked, lastLines] = await Promise.all([
      api.payouts.create({ ...inputIn(form), dryRun: true }) as Promise<PayoutPreview>,
      readLastLines(api),
    ]);
    return { checked, lastLines };
  } catch (error) {
    c.set('problem', problemOf(c, error, form));
    return undefined;
  }
}

function formHtml(page: Page): Html {
  const { c, texts, brand, format } = page;
  const { payouts: its, details } = texts;
  const form = formOf(page);
  const methods = optionsOf(details.types).filter(([type]) => type !== 'other');
  const noYes = [['false', its.no] as const, ['true', its.yes] as const];
  const isFirst = form.text('check') === '';
  const isOpen = isFirst || c.get('problem') !== undefined;
  const minimum = { hint: its.minimumHint(format.money(brand.payoutMinimum)), inputmode: 'decimal' };
  const date = { hint: its.earnedBeforeHint, type: 'date' };
  const method = { hint: its.methodHint, options: [['', its.anyMethod] as const, ...methods] };
  const value = (name: (typeof names)[number]) => ({ value: form.optional(name) });
  return html`<details${isOpen ? html` open` : nothing}><summary>${its.options}</summary>
<form method="get" action="${path}">${hidden('check', '1')}
${field(c, 'minimum', its.minimum, { ...minimum, ...value('minimum') })}
${field(c, 'earnedBefore', its.earnedBefore, { ...date, ...value('earnedBefore') })}
${field(c, 'includeBanned', its.includeBanned, { options: noYes, ...value('includeBanned') })}
${field(c, 'paymentMethod', its.method, { ...method, ...value('paymentMethod') })}
<button class="${isFirst ? '' : 'secondary'}">${its.check}</button></form></details>`;
}

function createHtml(page: Page): Html {
  const form = formOf(page);
  const fields = names.flatMap((name) => {
    const value = form.optional(name);
    return value === undefined ? [] : [hidden(name, value)];
  });
  return html`<form method="post" action="${path}">${requestId()}${fields}<button>${page.texts.payouts.create}</button></form>`;
}

type LastLines = ReadonlyMap<string, PayoutLine>;

/** Returns the last line of each creator in the newest payouts. A failed line was not paid, or was left to this payout. */
async function readLastLines({ payouts }: Client): Promise<LastLines> {
  const { data } = await payouts.list({ status: ['paid', 'ready'], limit: newestPayouts });
  const lists = await Promise.all(data.map(({ id }) => payouts.listLines(id, { limit: 100 })));
  const oldestFirst = lists.toReversed().flatMap((list) => list.data);
  return new Map(oldestFirst.map((line) => [line.affiliateId, line]));
}

/** Says what to clear up before a creator can be paid. */
function problemHtml({ texts }: Page, line: PayoutPreviewLine, lastLine: PayoutLine | undefined): Html {
  const { files, payouts } = texts;
  const { notInFile } = line;
  return html`${notInFile === null ? nothing : badge(files.reasons[notInFile] ?? notInFile, 'warning')}
${lastLine?.status === 'failed' ? badge(payouts.notPaidLast(lastLine.failureReason), 'bad') : nothing}`;
}

function previewHtml(page: Page, its: PayoutPreview, lastLines: LastLines): Html {
  const { c, texts, format } = page;
  const { payouts } = texts;
  const { emptyReason, lines, excluded } = its;
  const columns = lineColumns(page);
  const left = { title: payouts.excluded, none: payouts.nothing };
  const reason = ({ reason: why }: PayoutLine): Html => badge(payouts.excludedReasons[why ?? ''] ?? '');
  const leftOut = whenever(
    excluded.length > 0,
    () =>
      html`<h2>${payouts.excluded}</h2>${table(c, left, excluded, [...columns, [payouts.reason, reason]])}`,
  );
  if (emptyReason !== null)
    return html`${notice('calm', payouts.emptyReasons[emptyReason] ?? payouts.nothing)}${leftOut}`;
  const unclear = lines.filter(
    ({ affiliateId, notInFile }) => notInFile !== null || lastLines.get(affiliateId)?.status === 'failed',
  );
  const proposed = { title: payouts.proposal, none: payouts.nothing };
  return html`<h2>${payouts.proposal}</h2>${whenever(!its.isComplete, () => notice('warning', payouts.incomplete))}
${facts([
  [payouts.amount, format.money(its.amount)],
  [payouts.creators, format.number(its.affiliatesCount)],
  [payouts.commissions, format.number(its.commissionsCount)],
])}${whenever(unclear.length > 0, () => notice('warning', payouts.unclear(unclear.length)))}
${createHtml(page)}${table(c, proposed, lines, [
  ...columns,
  unclear.length > 0 && [payouts.toClear, (line) => problemHtml(page, line, lastLines.get(line.affiliateId))],
])}
${whenever(its.affiliatesCount > lines.length, () => html`<p>${payouts.firstLines}</p>`)}
${leftOut}`;
}

export const newPayoutPage = consolePage(preview, (page, found) => {
  const { payouts: its } = page.texts;
  const body = html`<p>${its.proposeHint}</p>${formHtml(page)}
${found === undefined ? nothing : previewHtml(page, found.checked, found.lastLines)}`;
  return { title: its.propose, body };
});

export const createPayout: Run = async ({ api }, form) => {
  const created = await api.payouts.create(inputIn(form), once(form));
  return created !== null && 'id' in created ? `/console/payouts/${created.id}` : `${path}?check=1`;
};
