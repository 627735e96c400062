// Changes a creator.

import { rateFields, rateIn } from '#lib/pages/console/input.ts';
import { idIn } from '#lib/pages/console/inputs.ts';
import { showConsole } from '#lib/pages/console/show.ts';
import { linkButton } from '#lib/pages/shared/components.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import { field, type Problem, submit } from '#lib/pages/shared/forms.ts';
import { html } from '#lib/pages/shared/html.ts';
import { ifUnchanged, versionField } from '#lib/pages/shared/versions.ts';
import { creatorPath, nameOf, statuses } from './list.ts';

export async function changePage(c: PageContext, problem?: Problem): Promise<Response> {
  const { api, texts } = visitOf(c);
  const { creators, common } = texts;
  const { data: creator, response } = await api.affiliates.get(idIn(c)).withResponse();
  const { name, email, status, group, profileUrl, commissionOverride } = creator;
  // Applications come from people, not from a manager.
  const options = statuses
    .filter((one) => one === status || one !== 'applied')
    .map((one) => [one, creators.statuses[one]] as const);
  const body = html`<form method="post">${versionField(response, problem)}
${field(c, { name: 'name', label: creators.name, value: name, problem, attributes: { maxlength: 200 } })}
${field(c, { name: 'email', label: creators.email, value: email, problem, attributes: { type: 'email', required: true } })}
${field(c, { name: 'status', label: creators.status, value: status, options, problem })}
${rateFields(c, {
  ...{ name: 'commissionOverride', label: creators.override, otherwise: creators.otherwise },
  ...{ rate: commissionOverride, problem },
})}
${field(c, { name: 'group', label: creators.group, hint: creators.groupHint, value: group ?? '', problem })}
${field(c, { name: 'profileUrl', label: creators.profile, value: profileUrl ?? '', problem, attributes: { type: 'url' } })}
<div class="buttons"><button>${common.save}</button>${linkButton(creatorPath(creator.id), common.cancel, 'secondary')}</div></form>`;
  return showConsole(c, {
    title: creators.changeTitle(nameOf(texts, creator)),
    body,
    problem,
    isNarrow: true,
  });
}

/** Sends only what has changed, because the API checks changes of the status and of the address. */
export const change = (c: PageContext): Promise<Response> =>
  submit(c, {
    run: async (form) => {
      const { affiliates } = visitOf(c).api;
      const before = await affiliates.get(idIn(c));
      const override = rateIn(form, 'commissionOverride');
      const after = {
        ...{ name: form.text('name'), email: form.text('email'), status: form.text('status') as 'active' },
        ...{ group: form.optional('group') ?? null, profileUrl: form.optional('profileUrl') ?? null },
      };
      const changes = Object.fromEntries(
        Object.entries(after).filter(([name, value]) => before[name as keyof typeof after] !== value),
      );
      const hasOverride = JSON.stringify(override) !== JSON.stringify(before.commissionOverride);
      const all = { ...changes, ...(hasOverride && { commissionOverride: override }) };
      if (Object.keys(all).length > 0) await affiliates.update(before.id, all, ifUnchanged(form));
      return `${creatorPath(before.id)}?done=saved`;
    },
    again: (problem) => changePage(c, problem),
  });
