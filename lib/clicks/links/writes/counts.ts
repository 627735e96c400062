// Builds the writes that count the links of a brand and of a creator, and the words that a creator takes.
import { maxLinks, maxOwnWords } from '#lib/clicks/links/rules/limits.ts';
import type { Link } from '#lib/clicks/links/schema/stored.ts';
import { forbidden } from '#lib/foundation/shared/errors.ts';
import { affiliateCounterOwner } from '#lib/foundation/table/keys/keys.ts';
import { incrementCounter } from '#lib/foundation/table/writes/counters.ts';
import type { Write } from '#lib/foundation/table/writes/write.ts';
import { creatorMust } from './creator.ts';

const limit = {
  field: 'total',
  below: maxLinks,
  refused: () =>
    forbidden(
      'link_limit_reached',
      `A creator can have at most ${maxLinks} links. Delete one that is no longer used`,
    ),
};

export const countLink = ({ brandId, affiliateId, id }: Link, by: 1 | -1): readonly Write[] => [
  incrementCounter(brandId, 'links', id, { total: by }),
  incrementCounter(
    affiliateCounterOwner(brandId, affiliateId),
    'affiliateLinks',
    id,
    { total: by },
    by > 0 ? limit : undefined,
  ),
];

const wordLimit = {
  field: 'total',
  below: maxOwnWords,
  refused: () =>
    forbidden(
      'link_limit_reached',
      `You have taken ${maxOwnWords} words for links, with those of deleted links: ask the brand for a link`,
    ),
};

/** The check and the count of a creator who takes a word. The brand is not limited. */
export const ofCreator = (link: Link, takesWord: boolean): readonly Write[] => [
  creatorMust(link, true),
  ...(takesWord
    ? [
        incrementCounter(
          affiliateCounterOwner(link.brandId, link.affiliateId),
          'affiliateWords',
          link.id,
          { total: 1 },
          wordLimit,
        ),
      ]
    : []),
];
