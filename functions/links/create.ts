import { presentLink } from '#lib/clicks/links/present.ts';
import { links } from '#lib/clicks/links/routes.ts';
import { newLink } from '#lib/clicks/links/rules/link.ts';
import { prefetchMembership } from '#lib/clicks/links/rules/membership.ts';
import { suggestSlugs } from '#lib/clicks/links/store/links.ts';
import { addLink } from '#lib/clicks/links/writes.ts';
import { idempotentEndpoint } from '#lib/surface/http/idempotent-endpoint.ts';

export const handler = idempotentEndpoint(
  links.create,
  ({ caller: { brand }, body, prefetched: { membership }, now }) => {
    const link = newLink(body, brand, now);
    const creation = { isMember: membership !== undefined, isGenerated: body.slug === undefined };
    return { answer: presentLink(link, brand), writes: addLink(link, creation) };
  },
  { prefetch: prefetchMembership, completeError: suggestSlugs },
);
