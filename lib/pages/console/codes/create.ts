// Creates one discount code, or many from a text field.
import { findCreator, numberIn, oneOf } from '#lib/pages/console/input.ts';
import { handleForm } from '#lib/pages/console/inputs.ts';
import { manyForm } from '#lib/pages/console/many.ts';
import { showConsole } from '#lib/pages/console/show.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import { type Form, field, once, type Problem, requestId } from '#lib/pages/shared/forms.ts';
import { html } from '#lib/pages/shared/html.ts';

const types = ['percentage', 'fixed'] as const;
const campaignsInField = 100;

export async function newCodePage(c: PageContext, problem?: Problem): Promise<Response> {
  const { api, texts } = visitOf(c);
  const { codes, input, common } = texts;
  const { data } = await api.campaigns.list({ limit: campaignsInField });
  const campaigns = data.map(({ id, name }) => [id, name] as const);
  const given = c.req.query('creator') ?? '';
  const body = html`<form method="post">${requestId()}
${field(c, { name: 'code', label: codes.code, hint: codes.codeHint, problem, attributes: { required: true } })}
${field(c, { name: 'affiliateId', label: input.creator, hint: input.creatorHint, value: given, problem, attributes: { required: true } })}
<div class="grid">${field(c, { name: 'type', label: codes.discount, options: types.map((one) => [one, input[one]]), problem })}
${field(c, { name: 'value', label: input.value, problem, attributes: { inputmode: 'decimal', required: true } })}</div>
${field(c, { name: 'campaignId', label: codes.campaign, options: [['', common.none], ...campaigns], problem })}
${field(c, { name: 'usageLimit', label: codes.usageLimit, hint: codes.usageLimitHint, problem, attributes: { inputmode: 'numeric' } })}
<button>${codes.create}</button></form>`;
  return showConsole(c, { title: codes.create, body, problem, isNarrow: true });
}

/** The API refuses an unknown id, and says so. */
const creatorIdIn = async (c: PageContext, text: string): Promise<string> =>
  (await findCreator(visitOf(c).api, text))?.id ?? text;

async function codeIn(c: PageContext, form: Form) {
  const limit = form.optional('usageLimit');
  return {
    code: form.text('code'),
    type: oneOf(form.text('type'), types) ?? 'percentage',
    value: numberIn(form.text('value')),
    affiliateId: await creatorIdIn(c, form.text('affiliateId')),
    campaignId: form.optional('campaignId'),
    usageLimit: limit === undefined ? undefined : numberIn(limit),
  };
}

export const createCode = handleForm(newCodePage, async (c, form) => {
  const { id } = await visitOf(c).api.discounts.create(await codeIn(c, form), once(form));
  return `/console/codes/${id}?done=codeCreated`;
});

export const manyCodes = manyForm(
  (c) => {
    const { codes } = visitOf(c).texts;
    const { createMany: title, lines: label, linesHint: hint, createdMany: created } = codes;
    return { title, label, hint, created, placeholder: 'ADA10, 10, ada@example.com' };
  },
  async (c, lines, form) => {
    const discounts = await Promise.all(
      lines.map(async ([code = '', value = '', creator = '']) => ({
        ...{ code, type: 'percentage' as const, value: numberIn(value.replace('%', '')) },
        affiliateId: await creatorIdIn(c, creator),
      })),
    );
    return visitOf(c).api.discounts.createBulk({ discounts }, once(form)).withResponse();
  },
);
