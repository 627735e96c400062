// Tags by which the operator finds what has no name of its own.

/** On the secret with the signing keys; its value is the stage's name. */
export const signingKeysTag = 'creator-affiliate:signing-keys-of';
