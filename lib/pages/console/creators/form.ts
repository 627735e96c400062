// Invites creators, and changes one.
import type { AffiliateChanges } from '#lib/client/index.ts';
import { rateFields, rateIn } from '#lib/pages/console/inputs.ts';
import { manyForm } from '#lib/pages/console/many.ts';
import { consolePage, plainPage } from '#lib/pages/console/page.ts';
import type { Run } from '#lib/pages/console/visit.ts';
import { field, optionsOf, requestId, versionField } from '#lib/pages/shared/forms.ts';
import { buttons, html, linkButton } from '#lib/pages/shared/html.ts';
import { changesOf, ifUnchanged, once } from '#lib/pages/shared/submit.ts';
import { creatorPath, nameOf, statuses } from './list.ts';

export const invitePage = plainPage(({ c, texts: { creators: its } }) => {
  const body = html`<form method="post">${requestId()}
${field(c, 'email', its.email, { type: 'email', required: true, autocomplete: 'off' })}
${field(c, 'name', its.name, { maxlength: 200, autocomplete: 'off' })}
${field(c, 'trackingCode', its.trackingCode, { hint: its.trackingCodeHint })}
${rateFields(c, 'commissionOverride', { label: its.override, otherwise: its.otherwise })}
${field(c, 'group', its.group, { hint: its.groupHint })}
${field(c, 'profileUrl', its.profile, { type: 'url', placeholder: 'https://' })}
<button>${its.inviteOne}</button></form>`;
  return { title: its.invite, body, isNarrow: true };
});

export const invite: Run = async ({ api }, form) => {
  const others = form.optionals('name', 'trackingCode', 'group', 'profileUrl');
  const commissionOverride = rateIn(form, 'commissionOverride');
  const { id } = await api.affiliates.invite(
    { email: form.text('email'), commissionOverride, ...others },
    once(form),
  );
  return `${creatorPath(id)}?done=invited`;
};

export const inviteAgain: Run = async ({ api, id }, form) => {
  await api.affiliates.inviteAgain(id, once(form));
  return `${creatorPath(id)}?done=invited`;
};

export const inviteMany = manyForm(
  ({ creators: { inviteMany: title, lines: label, linesHint: hint, invited: created } }) => ({
    ...{ title, label, hint, created },
    placeholder: 'ada@example.com, Ada Lovelace',
  }),
  ({ api }, lines, form) => {
    const affiliates = lines.map(([email = '', name]) => ({ email, ...(name && { name }) }));
    return api.affiliates.createBulk({ affiliates }, once(form)).withResponse();
  },
);

export const changePage = consolePage(
  ({ api, id }) => api.affiliates.get(id).withResponse(),
  ({ c, texts }, { data: creator, response }) => {
    const { creators: its, common } = texts;
    const { name, email, status, group, profileUrl, commissionOverride: rate } = creator;
    // Applications come from people, not from a manager.
    const known = statuses.filter((one) => one === status || one !== 'applied');
    const body = html`<form method="post">${versionField(c, response)}
${field(c, 'name', its.name, { value: name, maxlength: 200 })}
${field(c, 'email', its.email, { value: email, type: 'email', required: true })}
${field(c, 'status', its.status, { value: status, options: optionsOf(its.statuses, known) })}
${rateFields(c, 'commissionOverride', { label: its.override, otherwise: its.otherwise, rate })}
${field(c, 'group', its.group, { hint: its.groupHint, value: group })}
${field(c, 'profileUrl', its.profile, { value: profileUrl, type: 'url' })}
${buttons(html`<button>${common.save}</button>`, linkButton(creatorPath(creator.id), common.cancel, 'secondary'))}</form>`;
    return { title: its.changeTitle(nameOf(texts, creator)), body, isNarrow: true };
  },
);

/** Sends only what has changed, because the API checks changes of the status and of the address. */
export const change: Run = async ({ api: { affiliates }, id }, form) => {
  const changes = changesOf<AffiliateChanges>(await affiliates.get(id), {
    ...form.texts('name', 'email'),
    ...form.nullables('group', 'profileUrl'),
    status: form.text('status') as 'active',
    commissionOverride: rateIn(form, 'commissionOverride'),
  });
  if (Object.keys(changes).length > 0) await affiliates.update(id, changes, ifUnchanged(form));
  return `${creatorPath(id)}?done=saved`;
};
