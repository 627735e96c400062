// Switches between the real data and the test data, and moves the test clock.

import { addPage, type Run, visitOf } from '#lib/pages/console/visit.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import type { PageHandler } from '#lib/pages/shared/context.ts';
import { field, optionsOf, requestId } from '#lib/pages/shared/forms.ts';
import { html } from '#lib/pages/shared/html.ts';
import { localPath } from '#lib/pages/shared/links.ts';
import { startSession } from '#lib/pages/shared/session.ts';
import { once, readForm } from '#lib/pages/shared/submit.ts';
import { plainPage } from './page.ts';

const changeMode: PageHandler = async (c) => {
  const { area, session } = visitOf(c);
  const form = await readForm(c);
  const mode = form.text('mode') === 'test' ? 'test' : 'live';
  if (session !== undefined) await startSession(c, area, { ...session, mode });
  // An item of the other mode does not exist in this one.
  const [, , section] = localPath(form.text('to'), area.base).split('/');
  return c.redirect(section === undefined ? area.base : `${area.base}/${section}`, 303);
};

const clockPath = '/console/test-clock';

const clockPage = plainPage(({ c, texts: { frame: its } }) => {
  const body = html`<p>${its.advanceHint}</p><form method="post" action="${clockPath}">${requestId()}
${field(c, 'advance', its.advanceBy, { options: optionsOf(its.steps) })}<button>${its.advance}</button></form>`;
  return { title: its.advanceTitle, body, isNarrow: true };
});

const moveClock: Run = async ({ api }, form) => {
  await api.testMode.moveClock(form.texts('advance'), once(form));
  return '/console?done=moved';
};

export function addTestMode(app: Pages): void {
  app.post('/console/mode', changeMode);
  addPage(app, clockPath, clockPage, { '': moveClock });
}
