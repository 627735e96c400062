// Limits the answers of statistics. A file of its own, so that no bundle contains schemas because of a number.
export const maxGroups = 100;
export const rankedAffiliates = 10;
