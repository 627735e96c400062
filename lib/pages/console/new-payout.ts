// Proposes a payout: a dry run shows who would be paid, before anything is created.
import type { PayoutLine, PayoutPreview } from '#lib/client/index.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import { badge, facts, notice } from '#lib/pages/shared/components.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import {
  type Form,
  field,
  formOf,
  hidden,
  once,
  type Problem,
  problemOf,
  requestId,
  submit,
} from '#lib/pages/shared/forms.ts';
import { type Html, html, nothing, whenever } from '#lib/pages/shared/html.ts';
import { table } from '#lib/pages/shared/table.ts';
import { optionsOf } from './inputs.ts';
import { lineColumns } from './payout-parts.ts';
import { type Account, accountOf, showConsole } from './show.ts';

const path = '/console/payouts/new';
const names = ['minimum', 'earnedBefore', 'includeBanned', 'paymentMethod'] as const;

/** An amount that is no number is sent as it is, so that the API says what is wrong. */
const inputOf = (form: Form) => ({
  minimum: form.optional('minimum') as number | undefined,
  earnedBefore: form.optional('earnedBefore'),
  includeBanned: form.text('includeBanned') === 'true',
  paymentMethod: form.optional('paymentMethod') as 'sepa' | undefined,
});

/** Undefined before the person has asked for the check. */
async function preview(c: PageContext, form: Form): Promise<PayoutPreview | Problem | undefined> {
  if (form.text('check') === '') return undefined;
  try {
    const { minimum, ...others } = inputOf(form);
    const checked = { ...others, minimum: amountIn(minimum), dryRun: true };
    return (await visitOf(c).api.payouts.create(checked)) as PayoutPreview;
  } catch (error) {
    const problem = problemOf(c, error, form);
    if (problem === undefined) throw error;
    return problem;
  }
}

const amountIn = (text: string | number | undefined): number | undefined =>
  text === undefined || Number.isNaN(Number(text)) ? (text as number | undefined) : Number(text);

function formHtml(c: PageContext, { brand, format }: Account, form: Form, problem?: Problem): Html {
  const { payouts, details } = visitOf(c).texts;
  const methods = [
    ['', payouts.anyMethod] as const,
    ...optionsOf(details.types).filter(([type]) => type !== 'other'),
  ];
  const value = (name: string): string | undefined => form.optional(name);
  const noYes = [['false', payouts.no] as const, ['true', payouts.yes] as const];
  const isOpen = form.text('check') === '' || problem !== undefined;
  return html`<details${isOpen ? html` open` : nothing}><summary>${payouts.options}</summary>
<form method="get" action="${path}">${hidden('check', '1')}
${field(c, {
  name: 'minimum',
  label: payouts.minimum,
  hint: payouts.minimumHint(format.money(brand.payoutMinimum)),
  value: value('minimum'),
  problem,
  attributes: { inputmode: 'decimal' },
})}${field(c, {
  name: 'earnedBefore',
  label: payouts.earnedBefore,
  hint: payouts.earnedBeforeHint,
  value: value('earnedBefore'),
  problem,
  attributes: { type: 'date' },
})}${field(c, { name: 'includeBanned', label: payouts.includeBanned, value: value('includeBanned'), problem, options: noYes })}
${field(c, { name: 'paymentMethod', label: payouts.method, hint: payouts.methodHint, value: value('paymentMethod'), problem, options: methods })}
<button class="${form.text('check') === '' ? '' : 'secondary'}">${payouts.check}</button></form></details>`;
}

function createHtml(c: PageContext, form: Form): Html {
  const { payouts } = visitOf(c).texts;
  const fields = names.flatMap((name) => {
    const value = form.optional(name);
    return value === undefined ? [] : [hidden(name, value)];
  });
  return html`<form method="post" action="${path}">${requestId()}${fields}<button>${payouts.create}</button></form>`;
}

function previewHtml(c: PageContext, its: PayoutPreview, form: Form, { format }: Account): Html {
  const { payouts } = visitOf(c).texts;
  if (its.emptyReason !== null)
    return notice('calm', payouts.emptyReasons[its.emptyReason] ?? payouts.nothing);
  const columns = lineColumns(c, format);
  const reason = ({ reason: why }: PayoutLine): Html => badge(payouts.excludedReasons[why ?? ''] ?? '');
  return html`<h2>${payouts.proposal}</h2>${whenever(!its.isComplete, () => notice('warning', payouts.incomplete))}
${facts([
  [payouts.amount, format.money(its.amount)],
  [payouts.creators, format.number(its.affiliatesCount)],
  [payouts.commissions, format.number(its.commissionsCount)],
])}${createHtml(c, form)}${table<PayoutLine>(c, { caption: payouts.proposal, rows: its.lines, empty: payouts.nothing, columns })}
${whenever(its.affiliatesCount > its.lines.length, () => html`<p>${payouts.firstLines}</p>`)}
${whenever(
  its.excluded.length > 0,
  () =>
    html`<h2>${payouts.excluded}</h2>${table<PayoutLine>(c, {
      caption: payouts.excluded,
      rows: its.excluded,
      empty: payouts.nothing,
      columns: [...columns, { title: payouts.reason, cell: reason }],
    })}`,
)}`;
}

async function newPayoutPage(c: PageContext, form: Form, failed?: Problem): Promise<Response> {
  const { payouts } = visitOf(c).texts;
  const [account, checked] = await Promise.all([accountOf(c), failed ?? preview(c, form)]);
  const isProblem = checked !== undefined && 'form' in checked;
  const problem = isProblem ? checked : undefined;
  const body = html`<p>${payouts.proposeHint}</p>${formHtml(c, account, form, problem)}
${checked === undefined || isProblem ? nothing : previewHtml(c, checked, form, account)}`;
  return showConsole(c, { title: payouts.propose, body, problem });
}

export function addNewPayout(app: Pages): void {
  app.get('/console/payouts/new', (c) => newPayoutPage(c, formOf(Object.entries(c.req.query()))));
  app.post('/console/payouts/new', (c) =>
    submit(c, {
      run: async (form) => {
        const { minimum, ...others } = inputOf(form);
        const created = await visitOf(c).api.payouts.create(
          { ...others, minimum: amountIn(minimum) },
          once(form),
        );
        return created !== null && 'id' in created ? `/console/payouts/${created.id}` : `${path}?check=1`;
      },
      again: (problem) => newPayoutPage(c, problem.form, problem),
    }),
  );
}
