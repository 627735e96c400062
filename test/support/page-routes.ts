// Finds the pages of the console and the portal: from the routes of their apps, and from the links of their pages.
import { consolePages } from '#lib/pages/console/pages.ts';
import { portalPages } from '#lib/pages/portal/pages.ts';

/** Images, downloads, and the result of an upload, whose address only leads back to the payout. */
const isNoPage = (path: string): boolean =>
  /\/assets\/|\/logo\/|\.csv$|\/file$|\/files\/:format$|\/results$/.test(path);

const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`);

const routesOf = (pages: ReturnType<typeof consolePages>) =>
  pages.routes
    .filter(({ method, path }) => method === 'GET' && !isNoPage(path))
    .map(({ path }) => ({ path, pattern: patternOf(path) }));

const routes = { console: routesOf(consolePages()), portal: routesOf(portalPages()) };
type AreaName = keyof typeof routes;

export const pageRoutes = (area: AreaName): readonly string[] => routes[area].map(({ path }) => path);

/** The first route that matches, as in the app. */
export const routeOf = (address: string): string | undefined => {
  const [path = ''] = address.split('?');
  return [...routes.console, ...routes.portal].find(({ pattern }) => pattern.test(path))?.path;
};

const linksIn = (html: string): readonly string[] =>
  [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));

/**
 * Visits the first address of each route that the given pages and the pages behind their links lead to, several at a time. `visit` returns
 * the HTML. Returns the addresses by their routes.
 */
export async function crawl(
  starts: readonly string[],
  visitors: readonly ((address: string) => Promise<string>)[],
): Promise<ReadonlyMap<string, string>> {
  const waiting = [...starts];
  const visited = new Map(starts.map((address) => [routeOf(address) ?? address, address]));
  let running = 0;
  let wake = Promise.withResolvers<void>();
  const follow = (href: string): void => {
    const route = routeOf(href);
    if (route === undefined || visited.has(route)) return;
    visited.set(route, href);
    waiting.push(href);
  };
  const work = async (visit: (address: string) => Promise<string>): Promise<void> => {
    while (waiting.length > 0 || running > 0) {
      const address = waiting.shift();
      if (address === undefined) {
        await wake.promise;
        continue;
      }
      running += 1;
      try {
        for (const href of linksIn(await visit(address))) follow(href);
      } finally {
        running -= 1;
        wake.resolve();
        wake = Promise.withResolvers();
      }
    }
  };
  await Promise.all(visitors.map(work));
  return visited;
}
