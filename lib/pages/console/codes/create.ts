// Creates one discount code, or many from a text field.
import type { Client } from '#lib/client/index.ts';
import {
  creatorField,
  enteredCreator,
  findCreator,
  offerCreators,
} from '#lib/pages/console/creators/entered.ts';
import { oneOf } from '#lib/pages/console/inputs.ts';
import { manyForm } from '#lib/pages/console/many.ts';
import { consolePage } from '#lib/pages/console/page.ts';
import type { Run } from '#lib/pages/console/visit.ts';
import { field, optionsOf, requestId } from '#lib/pages/shared/forms.ts';
import { html } from '#lib/pages/shared/html.ts';
import { once } from '#lib/pages/shared/submit.ts';

const types = ['percentage', 'fixed'] as const;
const campaignsInField = 100;

export const newCodePage = consolePage(
  (visit) => Promise.all([visit.api.campaigns.list({ limit: campaignsInField }), offerCreators(visit)]),
  ({ c, texts: { codes: its, input, common } }, [{ data }, offer]) => {
    const campaigns = [['', common.none] as const, ...data.map(({ id, name }) => [id, name] as const)];
    const body = html`<form method="post">${requestId()}
${field(c, 'code', its.code, { hint: its.codeHint, required: true })}
${creatorField(c, 'affiliateId', input.creator, offer)}
<div class="grid">${field(c, 'type', its.discount, { options: optionsOf(input, [...types]) })}
${field(c, 'value', input.value, { inputmode: 'decimal', required: true })}</div>
${field(c, 'campaignId', its.campaign, { options: campaigns })}
${field(c, 'usageLimit', its.usageLimit, { hint: its.usageLimitHint, inputmode: 'numeric' })}
<button>${its.create}</button></form>`;
    return { title: its.create, body, isNarrow: true };
  },
);

export const createCode: Run = async (visit, form) => {
  const input = {
    code: form.text('code'),
    type: oneOf(form.text('type'), types) ?? 'percentage',
    value: form.number('value'),
    affiliateId: (await enteredCreator(visit, form, 'affiliateId')).id,
    campaignId: form.optional('campaignId'),
    usageLimit: form.numberOrNull('usageLimit') ?? undefined,
  };
  const { id } = await visit.api.discounts.create(input, once(form));
  return `/console/codes/${id}?done=codeCreated`;
};

/** The API refuses an unknown id, and says so. */
const creatorIdIn = async (api: Client, text: string): Promise<string> =>
  (await findCreator(api, text))?.id ?? text;

export const manyCodes = manyForm(
  ({ codes: { createMany: title, lines: label, linesHint: hint, createdMany: created } }) => ({
    ...{ title, label, hint, created },
    placeholder: 'ADA10, 10, ada@example.com',
  }),
  async ({ api }, lines, form) => {
    const discounts = await Promise.all(
      lines.map(async ([code = '', value = '', creator = '']) => ({
        ...{ code, type: 'percentage' as const },
        value: Number(value.replace('%', '') || Number.NaN),
        affiliateId: await creatorIdIn(api, creator),
      })),
    );
    return api.discounts.createBulk({ discounts }, once(form)).withResponse();
  },
);
