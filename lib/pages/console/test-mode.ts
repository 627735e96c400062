// Switches between the real data and the test data, and moves the test clock.
import type { Pages } from '#lib/pages/shared/app.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import { field, once, type Problem, readForm, requestId, submit } from '#lib/pages/shared/forms.ts';
import { html } from '#lib/pages/shared/html.ts';
import { localPath } from '#lib/pages/shared/links.ts';
import { startSession } from '#lib/pages/shared/session.ts';
import { showConsole } from './show.ts';

async function changeMode(c: PageContext): Promise<Response> {
  const { area, session } = visitOf(c);
  const form = await readForm(c);
  const mode = form.text('mode') === 'test' ? 'test' : 'live';
  if (session !== undefined) await startSession(c, area, { ...session, mode });
  // An item of the other mode does not exist in this one.
  const [, , section] = localPath(form.text('to'), area.base).split('/');
  return c.redirect(section === undefined ? area.base : `${area.base}/${section}`, 303);
}

function clockPage(c: PageContext, problem?: Problem): Promise<Response> {
  const { advance, advanceTitle, advanceHint, advanceBy, steps } = visitOf(c).texts.frame;
  const body = html`<p>${advanceHint}</p><form method="post" action="/console/test-clock">${requestId()}
${field(c, { name: 'advance', label: advanceBy, options: Object.entries(steps), problem })}<button>${advance}</button></form>`;
  return showConsole(c, { title: advanceTitle, body, problem, isNarrow: true });
}

export function addTestMode(app: Pages): void {
  app.post('/console/mode', changeMode);
  app.get('/console/test-clock', (c) => clockPage(c));
  app.post('/console/test-clock', (c) =>
    submit(c, {
      run: async (form) => {
        await visitOf(c).api.testMode.moveClock({ advance: form.text('advance') }, once(form));
        return '/console?done=moved';
      },
      again: (problem) => clockPage(c, problem),
    }),
  );
}
