// Lists the users of the brand, invites and changes them.
import type { BrandUser } from '#lib/client/index.ts';
import { consolePage } from '#lib/pages/console/page.ts';
import { addPage, type Texts } from '#lib/pages/console/visit.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import { buttonForm, field, optionsOf, stackedForm } from '#lib/pages/shared/forms.ts';
import {
  badge,
  buttons,
  facts,
  type Html,
  html,
  personName,
  section,
  whenever,
} from '#lib/pages/shared/html.ts';
import { once, unlessGone } from '#lib/pages/shared/submit.ts';
import { listHtml, pageOf } from '#lib/pages/shared/table.ts';
import { inSettings } from './frame.ts';

const path = '/console/settings/users';

const userBadge = ({ users: { statuses } }: Texts, { status }: BrandUser): Html =>
  badge(statuses[status] ?? status, status === 'active' ? 'good' : 'warning');

const usersPage = consolePage(
  ({ c, api }) => api.users.list(pageOf(c)),
  ({ c, texts, format, isAdmin }, found) => {
    const { users: its, settings } = texts;
    const name = (user: BrandUser): Html => {
      const shown = personName(user.name || user.email);
      return isAdmin ? html`<a href="${path}/${user.id}">${shown}</a>` : shown;
    };
    const list = listHtml(c, its, found, [
      [its.name, name],
      [its.email, ({ email }) => email],
      [its.role, ({ role }) => its.roles[role] ?? role],
      [its.status, (user) => userBadge(texts, user)],
      [its.secondFactor, ({ hasSecondFactor }) => (hasSecondFactor ? its.on : its.off)],
      [its.since, ({ createdAt }) => format.day(createdAt)],
    ]);
    const fields = html`${field(c, 'email', its.email, { type: 'email', required: true, autocomplete: 'off' })}
${field(c, 'name', its.name, { autocomplete: 'off' })}
${field(c, 'role', its.role, { hint: its.roleHint, value: 'member', options: optionsOf(its.roles) })}`;
    const invitation = whenever(isAdmin, () =>
      section(its.invite, html`<p>${its.inviteHint}</p>${stackedForm(path, fields, its.inviteSubmit)}`),
    );
    return { title: settings.title, body: html`${list}${invitation}` };
  },
  inSettings,
);

const userPage = consolePage(
  ({ api, id }) => api.users.get(id),
  ({ c, texts, format, me }, user) => {
    const { users: its, common } = texts;
    const action = `${path}/${user.id}`;
    const fields = html`${field(c, 'name', its.name, { value: user.name })}
${field(c, 'role', its.role, { hint: its.roleHint, value: user.role, options: optionsOf(its.roles) })}`;
    const again = whenever(user.status === 'invited', () =>
      buttonForm(`${action}/invitation`, its.resend, { kind: 'secondary outline' }),
    );
    const question = { confirm: its.removeConfirm(user.email), kind: 'danger outline' };
    const removal = whenever(user.id !== me.id, () => buttonForm(`${action}/remove`, its.remove, question));
    const about = facts([
      [its.email, user.email],
      [its.status, userBadge(texts, user)],
      [its.secondFactor, user.hasSecondFactor ? its.on : its.off],
      [its.since, format.day(user.createdAt)],
    ]);
    const body = html`${about}${stackedForm(action, fields, common.save)}${buttons(again, removal)}`;
    return { title: user.name || user.email, body };
  },
  inSettings,
);

export function addUsers(app: Pages): void {
  addPage(app, path, usersPage, {
    '': async ({ api }, form) => {
      const [email, role] = [form.text('email'), form.text('role') as 'member'];
      await api.users.invite({ email, role, name: form.optional('name') }, once(form));
      return `${path}?done=userInvited`;
    },
  });
  addPage(app, `${path}/:id`, userPage, {
    '': async ({ api, id }, form) => {
      await api.users.update(id, { name: form.text('name'), role: form.text('role') as 'member' });
      return `${path}?done=saved`;
    },
    '/invitation': async ({ api, id }, form) => {
      await api.users.resendInvitation(id, once(form));
      return `${path}?done=userInvited`;
    },
    '/remove': async ({ api, id }) => {
      await unlessGone(api.users.delete(id));
      return `${path}?done=removed`;
    },
  });
}
