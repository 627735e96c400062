/** The tag of the secret with a stage's private keys; its value is the stage name. CloudFormation generates the secret's name. */
export const signingKeysTag = 'creator-affiliate:private-keys-of';

/** The tag of the secret with the keys of HS256, which signed tokens before Ed25519 did. `keys accept-hs256` reads this secret. */
export const formerKeysTag = 'creator-affiliate:signing-keys-of';
