// Shows how the program is doing.
import type { Pages } from '#lib/pages/shared/app.ts';
import { visitOf } from '#lib/pages/shared/context.ts';
import { nothing } from '#lib/pages/shared/html.ts';
import { showConsole } from './show.ts';

export function addOverview(app: Pages): void {
  app.get('/', (c) => showConsole(c, { title: visitOf(c).texts.frame.overview, body: nothing }));
}
