// Defines the format of the prefix of a brand's links.

export const linkPrefixPattern = /^[a-z0-9]{3,20}$/;
