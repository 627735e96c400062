// Creates a bonus or a deduction, which belongs to no order.
import { creatorField, enteredCreator, offerCreators } from '#lib/pages/console/creators/entered.ts';
import { oneOf } from '#lib/pages/console/inputs.ts';
import { consolePage } from '#lib/pages/console/page.ts';
import type { Run } from '#lib/pages/console/visit.ts';
import { field, optionsOf, stackedForm } from '#lib/pages/shared/forms.ts';
import { html } from '#lib/pages/shared/html.ts';
import { once } from '#lib/pages/shared/submit.ts';

const path = '/console/commissions/new';
const kinds = ['bonus', 'deduction'] as const;

export const newBonusPage = consolePage(offerCreators, ({ c, texts }, offer) => {
  const { commissions: its } = texts;
  const kind = { hint: its.bonusHint, options: optionsOf(its.kinds, [...kinds]) };
  const fields = html`${creatorField(c, 'affiliateId', its.creator, offer)}${field(c, 'kind', its.kind, kind)}
${field(c, 'amount', its.amount, { inputmode: 'decimal', required: true })}
${field(c, 'reason', its.reason, { required: true, maxlength: 500 })}`;
  return { title: its.addBonus, body: stackedForm(path, fields, its.addBonus), isNarrow: true };
});

export const createBonus: Run = async (visit, form) => {
  const input = {
    affiliateId: (await enteredCreator(visit, form, 'affiliateId')).id,
    kind: oneOf(form.text('kind'), kinds) ?? 'bonus',
    amount: form.number('amount'),
    reason: form.text('reason'),
  };
  const { id } = await visit.api.commissions.create(input, once(form));
  return `/console/commissions/${id}?done=commissionCreated`;
};
