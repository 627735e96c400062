// Serves the domains of links as CloudFront does.
import { linkBase, pathOfLink } from '#infra/link-path.ts';
import type { IncomingRequest } from './http-event.ts';
import type { Router } from './router.ts';

const hostOf = ({ headers }: IncomingRequest): string => {
  const [, host = ''] = headers.find(([name]) => name.toLowerCase() === 'host') ?? [];
  return host.toLowerCase().replace(/:\d+$/, '');
};

/** Rewrites the path of a request whose host is a domain of links. */
export const withLinkDomains =
  (prefixes: Readonly<Record<string, string>>, router: Router): Router =>
  (request) => {
    const host = hostOf(request);
    if (!Object.hasOwn(prefixes, host)) return router(request);
    const [path = ''] = request.url.split('?', 1);
    const url = pathOfLink(path, prefixes[host], linkBase) + request.url.slice(path.length);
    return router({ ...request, url });
  };
