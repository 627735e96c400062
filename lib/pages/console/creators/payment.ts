// Shows how a creator is paid, and lets an admin change it.
import type { MaskedPayoutDetails, PayoutDetails, PayoutDetailsInput } from '#lib/client/index.ts';
import { accountOf, consolePage, type Page } from '#lib/pages/console/page.ts';
import { addPage, type Visit } from '#lib/pages/console/visit.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import { countriesIn } from '#lib/pages/shared/countries.ts';
import type { Form } from '#lib/pages/shared/form.ts';
import { buttonForm, field, hidden } from '#lib/pages/shared/forms.ts';
import {
  buttons,
  choice,
  facts,
  type Html,
  html,
  linkButton,
  nothing,
  notice,
  whenever,
} from '#lib/pages/shared/html.ts';
import { type PaymentType, paymentTypeOf, paymentTypesFor } from '#lib/pages/shared/payment-types.ts';
import { unlessGone } from '#lib/pages/shared/submit.ts';
import { taxFields, taxIn } from '#lib/pages/shared/tax.ts';
import { creatorPath } from './list.ts';

interface Payment {
  readonly its: PayoutDetails;
  /** The person who has changed the details last. Undefined for members and in test mode, because they have no audit trail. */
  readonly who: string | undefined;
}

export async function readPayment({ c, api, texts, id }: Visit): Promise<Payment> {
  const { me, isAdmin, clock } = await accountOf(c);
  const hasAudit = isAdmin && clock === undefined;
  const type = ['affiliate.payout_details_changed' as const];
  const [its, changes] = await Promise.all([
    api.payoutDetails.get(id),
    hasAudit ? api.audit.list({ resourceId: id, type, limit: 1 }) : undefined,
  ]);
  const { actors } = texts.creators;
  const actor = changes?.data[0]?.actor;
  if (actor === undefined) return { its, who: undefined };
  if (actor.type !== 'user' || actor.id === null) return { its, who: actors[actor.type] ?? actor.type };
  if (actor.id === me.id) return { its, who: me.name || me.email };
  const user = await api.users.get(actor.id).catch(() => undefined);
  return { its, who: user?.name || user?.email || actors.user };
}

/** Null if files use the details already. */
function heldUntil({ now, clock }: Page, { usableFrom, details }: PayoutDetails): string | null {
  const time = clock === undefined ? now : new Date(clock.now);
  return details !== null && usableFrom !== null && new Date(usableFrom) > time ? usableFrom : null;
}

export function paymentHtml(page: Page, { its, who }: Payment): Html {
  const { texts, format, id, isAdmin } = page;
  const { details: names } = texts;
  const { details, formerDetails, tax, updatedAt } = its;
  const held = heldUntil(page, its);
  const method = ({ type, ...values }: MaskedPayoutDetails): string =>
    [names.types[type] ?? type, ...Object.values(values)].join(', ');
  const former = formerDetails === null ? names.noFormer : method(formerDetails);
  const time = format.time(updatedAt);
  const about = facts([
    [names.type, details && method(details)],
    [names.former, held && former],
    [names.tax, tax && `${tax.country}, ${tax.taxId}`],
    [names.changed, updatedAt && (who ? names.by(time, who) : time)],
  ]);
  const isEmpty = details === null && tax === null && updatedAt === null;
  const label = details === null ? names.enter : names.change;
  return html`<section id="payment"><h2>${names.title}</h2>${whenever(details === null, () => notice('warning', names.none))}
${held === null ? nothing : notice('warning', names.held(format.time(held)))}${isEmpty ? nothing : about}
${whenever(isAdmin, () => linkButton(`${creatorPath(id)}/payment`, label, 'secondary'))}</section>`;
}

/** The fields of each type. Fields with `?` may be empty. */
const fieldsOf = {
  sepa: ['name', 'iban'],
  paypal: ['email'],
  wise: ['name', 'email?', 'iban?'],
  other: ['text'],
} as const satisfies Readonly<Record<PaymentType, readonly string[]>>;

function fieldsHtml(
  { c, language, texts: { details: its } }: Page,
  type: PaymentType,
  { tax }: PayoutDetails,
): Html {
  const inputs = fieldsOf[type].map((entry) => {
    const name = entry.replace('?', '');
    return field(c, name, its.fields[name] ?? name, {
      hint: entry === 'iban?' ? its.wiseHint : '',
      type: name === 'email' ? 'email' : 'text',
      required: entry === name,
      maxlength: 500,
      isLong: name === 'text',
    });
  });
  const hint = tax === null ? '' : its.taxNow(`${tax.country}, ${tax.taxId}`);
  const country = { label: its.country, hint, options: countriesIn(language) };
  return html`${hidden('type', type)}${inputs}${taxFields(c, { country, taxId: { label: its.taxId, maxlength: 30 } })}`;
}

const paymentPage = consolePage(
  ({ api, id }) => api.payoutDetails.get(id),
  (page, data) => {
    const { c, texts, id, problem, brand } = page;
    const { details: its, common } = texts;
    const { details: known, tax } = data;
    const types = paymentTypesFor(brand.currency);
    const asked = problem?.form.text('type') ?? c.req.query('type');
    const type = paymentTypeOf(asked) ?? paymentTypeOf(known?.type) ?? types[0];
    const path = `${creatorPath(id)}/payment`;
    const remove = whenever(known !== null || tax !== null, () =>
      buttonForm(`${path}/delete`, its.delete, { confirm: its.deleteQuestion, kind: 'secondary outline' }),
    );
    // Without a script, a form cannot hide the fields of the other types.
    const links = types.map((one) => [`${path}?type=${one}`, its.types[one] ?? one, one === type] as const);
    const save = buttons(
      html`<button>${common.save}</button>`,
      linkButton(creatorPath(id), common.cancel, 'secondary'),
    );
    const body = html`<p>${its.hold}</p>${whenever(known !== null, () => html`<p>${its.masked}</p>`)}${choice(its.type, links)}
<form method="post" action="${path}">${fieldsHtml(page, type, data)}${save}</form>${remove}`;
    return { title: known === null ? its.enter : its.change, body, isNarrow: true };
  },
);

/** Absent tax data stay as they are. */
function inputIn(form: Form): PayoutDetailsInput {
  const type = paymentTypeOf(form.text('type')) ?? 'sepa';
  const required = form.texts(...fieldsOf[type].filter((name) => !name.endsWith('?')));
  const optional = form.optionals(...fieldsOf[type].map((name) => name.replace('?', '')));
  return { type, ...optional, ...required, tax: taxIn(form) } as PayoutDetailsInput;
}

export function addPayment(app: Pages): void {
  addPage(app, '/console/creators/:id/payment', paymentPage, {
    '': async ({ api, id }, form) => {
      await api.payoutDetails.set(id, inputIn(form));
      return `${creatorPath(id)}?done=saved`;
    },
    '/delete': async ({ api, id }) => {
      await unlessGone(api.payoutDetails.delete(id));
      return `${creatorPath(id)}?done=detailsDeleted`;
    },
  });
}
