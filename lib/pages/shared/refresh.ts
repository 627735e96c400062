// Lets the browser read a page again, also without a script.
import type { PageContext } from './context.ts';

/** The answer to a form is not repeated. */
export function refreshAfter(c: PageContext, seconds: number): void {
  if (c.req.method === 'GET') c.header('refresh', String(seconds));
}
