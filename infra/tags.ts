/** Identifies the secret of a stage, because CloudFormation generates its name. The value is the stage name. */
export const signingKeysTag = 'creator-affiliate:signing-keys-of';
