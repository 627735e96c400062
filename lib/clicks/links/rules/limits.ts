// Limits the links of a creator, and the slugs of a link.
export const maxLinks = 200;
/** One transaction changes all slugs of a link. */
export const maxSlugs = 20;
