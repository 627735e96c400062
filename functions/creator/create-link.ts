import { presentOwnLink } from '#lib/clicks/links/present.ts';
import { creator } from '#lib/clicks/links/routes.ts';
import { newLink } from '#lib/clicks/links/rules/link.ts';
import { checkCampaign, checkMayChange, prefetchOwnCampaign } from '#lib/clicks/links/rules/own-links.ts';
import { suggestSlugs } from '#lib/clicks/links/store/links.ts';
import { addLink } from '#lib/clicks/links/writes.ts';
import { authenticateCreator } from '#lib/surface/http/authenticate-creator.ts';
import { idempotentEndpoint } from '#lib/surface/http/idempotent-endpoint.ts';

export const handler = idempotentEndpoint(
  creator.createLink,
  ({ caller, body, prefetched, now }) => {
    const { brand, affiliateId } = caller;
    checkMayChange(caller);
    checkCampaign(body, prefetched, brand, now);
    const link = newLink({ ...body, affiliateId }, brand, now);
    const creation = { isMember: true, isGenerated: body.slug === undefined, byCreator: true } as const;
    return { answer: presentOwnLink(link, brand), writes: addLink(link, creation) };
  },
  { authenticate: authenticateCreator, prefetch: prefetchOwnCampaign, completeError: suggestSlugs },
);
