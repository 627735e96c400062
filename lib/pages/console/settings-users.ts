// Lists the users of the brand, invites and changes them.
import type { BrandUser } from '#lib/client/index.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import { badge, facts, personName } from '#lib/pages/shared/components.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import { buttonForm, type Form, field, once, type Problem } from '#lib/pages/shared/forms.ts';
import { type Html, html, whenever } from '#lib/pages/shared/html.ts';
import { listHtml, pageOf } from '#lib/pages/shared/table.ts';
import { addForm, idIn, optionsOf, section, stackedForm, unlessGone } from './inputs.ts';
import { showSettings } from './settings-frame.ts';
import { accountOf } from './show.ts';

const path = '/console/settings/users';

const statusBadge = (c: PageContext, { status }: BrandUser): Html => {
  const { statuses } = visitOf(c).texts.users;
  return badge(statuses[status] ?? status, status === 'active' ? 'good' : 'warning');
};

async function invite(c: PageContext, form: Form): Promise<string> {
  const [email, role] = [form.text('email'), form.text('role') as 'member'];
  await visitOf(c).api.users.invite({ email, role, name: form.optional('name') }, once(form));
  return `${path}?done=invited`;
}

async function change(c: PageContext, form: Form): Promise<string> {
  const changes = { name: form.text('name'), role: form.text('role') as 'member' };
  await visitOf(c).api.users.update(idIn(c), changes);
  return `${path}?done=saved`;
}

async function resend(c: PageContext, form: Form): Promise<string> {
  await visitOf(c).api.users.resendInvitation(idIn(c), once(form));
  return `${path}?done=invited`;
}

async function remove(c: PageContext): Promise<string> {
  await unlessGone(visitOf(c).api.users.delete(idIn(c)));
  return `${path}?done=removed`;
}

async function usersPage(c: PageContext, problem?: Problem): Promise<Response> {
  const { api, texts } = visitOf(c);
  const its = texts.users;
  const [{ me, format }, found] = await Promise.all([accountOf(c), api.users.list(pageOf(c))]);
  const isAdmin = me.role === 'admin';
  const name = (user: BrandUser): Html => {
    const shown = personName(user.name || user.email);
    return isAdmin ? html`<a href="${path}/${user.id}">${shown}</a>` : shown;
  };
  const list = listHtml(c, its, found, [
    { title: its.name, cell: name },
    { title: its.email, cell: ({ email }) => email },
    { title: its.role, cell: ({ role }) => its.roles[role] ?? role },
    { title: its.status, cell: (user) => statusBadge(c, user) },
    { title: its.secondFactor, cell: ({ hasSecondFactor }) => (hasSecondFactor ? its.on : its.off) },
    { title: its.since, cell: ({ createdAt }) => format.day(createdAt) },
  ]);
  const email = { type: 'email', required: true, autocomplete: 'off' };
  const fields = html`${field(c, { name: 'email', label: its.email, problem, attributes: email })}
${field(c, { name: 'name', label: its.name, problem, attributes: { autocomplete: 'off' } })}
${field(c, { name: 'role', label: its.role, hint: its.roleHint, value: 'member', problem, options: optionsOf(its.roles) })}`;
  const invitation = whenever(isAdmin, () =>
    section(its.invite, html`<p>${its.inviteHint}</p>${stackedForm(path, fields, its.inviteSubmit)}`),
  );
  const body = html`${list}${invitation}`;
  return showSettings(c, { title: texts.settings.title, body, problem });
}

async function userPage(c: PageContext, problem?: Problem): Promise<Response> {
  const { api, texts } = visitOf(c);
  const its = texts.users;
  const [{ me, format }, user] = await Promise.all([accountOf(c), api.users.get(idIn(c))]);
  const action = `${path}/${user.id}`;
  const fields = html`${field(c, { name: 'name', label: its.name, value: user.name, problem })}
${field(c, { name: 'role', label: its.role, hint: its.roleHint, value: user.role, problem, options: optionsOf(its.roles) })}`;
  const again = whenever(user.status === 'invited', () =>
    buttonForm(`${action}/invitation`, its.resend, { kind: 'secondary outline' }),
  );
  const removal = whenever(user.id !== me.id, () =>
    buttonForm(`${action}/remove`, its.remove, {
      confirm: its.removeConfirm(user.email),
      kind: 'danger outline',
    }),
  );
  const about = facts([
    [its.email, user.email],
    [its.status, statusBadge(c, user)],
    [its.secondFactor, user.hasSecondFactor ? its.on : its.off],
    [its.since, format.day(user.createdAt)],
  ]);
  const body = html`${about}${stackedForm(action, fields, texts.common.save)}<div class="buttons">${again}${removal}</div>`;
  return showSettings(c, { title: user.name || user.email, body, problem });
}

export function addUsers(app: Pages): void {
  app.get('/console/settings/users', (c) => usersPage(c));
  addForm(app, '/console/settings/users', invite, usersPage);
  app.get('/console/settings/users/:id', (c) => userPage(c));
  addForm(app, '/console/settings/users/:id', change, userPage);
  addForm(app, '/console/settings/users/:id/invitation', resend, userPage);
  addForm(app, '/console/settings/users/:id/remove', remove, userPage);
}
