/** The tag of the secret with a stage's private keys; its value is the stage name. CloudFormation generates the secret's name. */
export const signingKeysTag = 'creator-affiliate:private-keys-of';
