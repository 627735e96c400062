/** The tag of the secret with a stage's signing keys; its value is the stage name. CloudFormation generates the secret's name. */
export const signingKeysTag = 'creator-affiliate:signing-keys-of';
