// Limits the links of a creator, and the slugs of a link.
export const maxLinks = 200;
/** A deleted link keeps its words for 90 days, so the number of links alone would not limit the words that a creator takes. */
export const maxOwnWords = 1000;
/** One transaction changes all slugs of a link. */
export const maxSlugs = 20;
