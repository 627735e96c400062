// Finds the browser that the tests of pages and e-mails use.
import { existsSync } from 'node:fs';

const candidates = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** The program of Chromium on this machine. Undefined if there is none. */
export const chromiumProgram = candidates.find(
  (path): path is string => path !== undefined && existsSync(path),
);
