// Defines the middleware of versioned resources: it adds `ETag` to answers, and checks `If-Match` of changes. docs/decisions/0164
import { hash } from 'node:crypto';
import {
  acceptsIfMatch,
  type IfMatch,
  ifMatchHeader,
  type Versioned,
} from '#lib/foundation/contract/conventions.ts';
import type { Route } from '#lib/foundation/contract/route.ts';
import { DomainError, invalid } from '#lib/foundation/shared/errors.ts';
import { inKeyOrder } from '#lib/foundation/shared/key-order.ts';
import { type Middleware, resultOf } from './middleware.ts';

/** `json` is an answer. Amounts are exact numbers only in its text. */
function entityTagOf(json: string, { except }: Versioned): string {
  const { data }: { data: object } = JSON.parse(json);
  const counted = Object.entries(data).filter(([name]) => !except.includes(name));
  const text = JSON.stringify(Object.fromEntries(counted), inKeyOrder);
  return `"${hash('sha256', text, 'base64url').slice(0, 22)}"`;
}

const entityTag = /(?:W\/)?"[\x21\x23-\x7e]*"/g;

/** Returns the tags of the list, or undefined for `*` (RFC 9110, 13.1.1). A weak tag never equals the tag of a resource. */
function tagsIn(header: string): readonly string[] | undefined {
  if (header.trim() === '*') return undefined;
  const tags = header.match(entityTag) ?? [];
  if (tags.length > 0 && /^[\s,]*$/.test(header.replaceAll(entityTag, ''))) return tags;
  const message = 'Must be the `ETag` of the resource with its quotes, several with commas, or `*`';
  throw invalid('Invalid headers', [{ path: ifMatchHeader, message }]);
}

function mismatch(etag: string | undefined): DomainError {
  if (etag === undefined) {
    const message = 'The resource does not exist yet: send no `If-Match` to create it';
    return new DomainError('preconditionFailed', 'version_mismatch', message);
  }
  const detail = { path: ifMatchHeader, message: `The version is now \`${etag}\``, values: [etag] };
  const message = 'The resource has another version: read it again, and send its `ETag` as `If-Match`';
  return new DomainError('preconditionFailed', 'version_mismatch', message, { etag, details: [detail] });
}

function ifMatch(header: string | undefined, versioned: Versioned): IfMatch {
  const tags = header === undefined ? undefined : tagsIn(header);
  return (present) => {
    if (header === undefined) return undefined;
    return (current) => {
      const etag = current && entityTagOf(JSON.stringify({ data: present(current) }), versioned);
      if (etag === undefined || tags?.includes(etag) === false) throw mismatch(etag);
    };
  };
}

/** Register this middleware after `input`, which replaces the event with the request. */
export const versions = (route: Route): Middleware[] => {
  const { versioned } = route;
  if (versioned === undefined) return [];
  return [
    {
      before: ({ event, internal }) => {
        const header = acceptsIfMatch(route)
          ? internal.event.headers[ifMatchHeader.toLowerCase()]
          : undefined;
        Object.assign(event, { ifMatch: ifMatch(header, versioned) });
      },
      after: (request) => {
        const result = resultOf(request);
        if (result.body === undefined) return;
        // A response that is replayed for its idempotency key is stored without headers.
        const etag = entityTagOf(result.body, versioned);
        request.response = { ...result, headers: { ...result.headers, etag } };
      },
    },
  ];
};
