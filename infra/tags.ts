// Tags that identify resources without a fixed name.

/** Tag of the secret with the signing keys. Its value is the stage name. */
export const signingKeysTag = 'creator-affiliate:signing-keys-of';
