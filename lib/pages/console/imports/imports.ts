// Adds the pages that import creators from a file.
import type { Pages } from '#lib/pages/shared/app.ts';
import { assignColumns } from './columns.ts';
import { importsPath } from './frame.ts';
import { cancel, importPage, report } from './progress.ts';
import { rowsPage, start } from './rows.ts';
import { upload, uploadPage } from './upload.ts';

export function addImports(app: Pages): void {
  app.get(importsPath, (c) => uploadPage(c));
  app.post(importsPath, upload);
  app.get(`${importsPath}/:id`, (c) => importPage(c));
  app.post(`${importsPath}/:id/columns`, assignColumns);
  app.get(`${importsPath}/:id/rows`, (c) => rowsPage(c));
  app.post(`${importsPath}/:id/start`, start);
  app.post(`${importsPath}/:id/cancel`, cancel);
  app.get(`${importsPath}/:id/file`, report);
}
