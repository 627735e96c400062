// Invites one creator, or many from a text field.

import { rateFields, rateIn } from '#lib/pages/console/input.ts';
import { idIn } from '#lib/pages/console/inputs.ts';
import { manyForm } from '#lib/pages/console/many.ts';
import { showConsole } from '#lib/pages/console/show.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import { field, once, type Problem, requestId, submit } from '#lib/pages/shared/forms.ts';
import { html } from '#lib/pages/shared/html.ts';
import { creatorPage } from './detail.ts';
import { creatorPath } from './list.ts';

export function invitePage(c: PageContext, problem?: Problem): Promise<Response> {
  const { creators } = visitOf(c).texts;
  const attributes = { type: 'email', required: true, autocomplete: 'off' };
  const body = html`<form method="post">${requestId()}
${field(c, { name: 'email', label: creators.email, problem, attributes })}
${field(c, { name: 'name', label: creators.name, problem, attributes: { maxlength: 200, autocomplete: 'off' } })}
${field(c, { name: 'trackingCode', label: creators.trackingCode, hint: creators.trackingCodeHint, problem })}
${rateFields(c, { name: 'commissionOverride', label: creators.override, otherwise: creators.otherwise, rate: null, problem })}
${field(c, { name: 'group', label: creators.group, hint: creators.groupHint, problem })}
${field(c, { name: 'profileUrl', label: creators.profile, problem, attributes: { type: 'url', placeholder: 'https://' } })}
<button>${creators.inviteOne}</button></form>`;
  return showConsole(c, { title: creators.invite, body, problem, isNarrow: true });
}

export const invite = (c: PageContext): Promise<Response> =>
  submit(c, {
    run: async (form) => {
      const { id } = await visitOf(c).api.affiliates.invite(
        {
          email: form.text('email'),
          name: form.optional('name'),
          trackingCode: form.optional('trackingCode'),
          commissionOverride: rateIn(form, 'commissionOverride'),
          group: form.optional('group'),
          profileUrl: form.optional('profileUrl'),
        },
        once(form),
      );
      return `${creatorPath(id)}?done=invited`;
    },
    again: (problem) => invitePage(c, problem),
  });

export const inviteAgain = (c: PageContext): Promise<Response> =>
  submit(c, {
    run: async (form) => {
      await visitOf(c).api.affiliates.inviteAgain(idIn(c), once(form));
      return `${creatorPath(idIn(c))}?done=invited`;
    },
    again: (problem) => creatorPage(c, problem),
  });

export const inviteMany = manyForm(
  (c) => {
    const { inviteMany: title, lines: label, linesHint: hint, invited: created } = visitOf(c).texts.creators;
    return { title, label, hint, created, placeholder: 'ada@example.com, Ada Lovelace' };
  },
  (c, lines, form) => {
    const affiliates = lines.map(([email = '', name]) => ({ email, ...(name && { name }) }));
    return visitOf(c).api.affiliates.createBulk({ affiliates }, once(form)).withResponse();
  },
);
