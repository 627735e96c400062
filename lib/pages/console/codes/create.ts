// Creates one discount code, or many from a text field.
import type { BulkDiscountResultList } from '#lib/client/index.ts';
import { findCreator, linesOf, numberIn, oneOf } from '#lib/pages/console/input.ts';
import { manyPage } from '#lib/pages/console/many.ts';
import { accountOf, showConsole } from '#lib/pages/console/show.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import {
  type Form,
  field,
  once,
  type Problem,
  problemOf,
  readForm,
  requestId,
  submit,
} from '#lib/pages/shared/forms.ts';
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

export const createCode = (c: PageContext): Promise<Response> =>
  submit(c, {
    run: async (form) => {
      const { id } = await visitOf(c).api.discounts.create(await codeIn(c, form), once(form));
      return `/console/codes/${id}?done=codeCreated`;
    },
    again: (problem) => newCodePage(c, problem),
  });

export async function manyCodesPage(
  c: PageContext,
  problem?: Problem,
  outcome?: { lines: readonly string[]; results: BulkDiscountResultList },
): Promise<Response> {
  const { codes } = visitOf(c).texts;
  const { format } = await accountOf(c);
  return manyPage(c, {
    title: codes.createMany,
    label: codes.lines,
    hint: codes.linesHint,
    placeholder: 'ADA10, 10, ada@example.com',
    created: (count) => codes.createdMany(format.number(count)),
    problem,
    outcome: outcome && { lines: outcome.lines, results: outcome.results.data },
  });
}

export async function createManyCodes(c: PageContext): Promise<Response> {
  const form = await readForm(c);
  const lines = linesOf(form.text('lines'));
  try {
    const discounts = await Promise.all(
      lines.map(async ([code = '', value = '', creator = '']) => ({
        ...{ code, type: 'percentage' as const, value: numberIn(value.replace('%', '')) },
        affiliateId: await creatorIdIn(c, creator),
      })),
    );
    const results = await visitOf(c).api.discounts.createBulk({ discounts }, once(form)).withResponse();
    return await manyCodesPage(c, undefined, { lines: lines.map((line) => line.join(', ')), results });
  } catch (error) {
    const problem = problemOf(c, error, form);
    if (problem === undefined) throw error;
    return manyCodesPage(c, problem);
  }
}
