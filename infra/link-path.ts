// Rewrites the paths of links on the domains of brands, in CloudFront and on the local stage.
import { basePath } from '#lib/foundation/contract/route.ts';

/**
 * Returns the path of a tracking link for a path on a domain with a link prefix. Any path that is no code leads to an unknown link. It
 * uses nothing outside of itself, because its text becomes a CloudFront function.
 */
export function pathOfLink(path: string, linkPrefix: string | undefined, base: string): string {
  const match = /^\/([A-Za-z0-9][^/]*)\/?$/.exec(path);
  // A code has a letter or digit, so a hyphen is no code.
  return `${base}${match === null || linkPrefix === undefined ? '-' : `${linkPrefix}.${match[1]}`}`;
}

export const linkBase = `${basePath}/tracking/ref/`;

/** https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-event-structure.html */
export const linkRewriteCode = (prefixes: Readonly<Record<string, string>>): string => `${pathOfLink}
var prefixes = ${JSON.stringify(prefixes)};
function handler(event) {
  var request = event.request;
  request.uri = pathOfLink(request.uri, prefixes[request.headers.host.value.toLowerCase()], ${JSON.stringify(linkBase)});
  return request;
}
`;
