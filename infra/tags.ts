/** The tag that identifies the secret of a stage, whose name CloudFormation generates. The value is the stage name. */
export const signingKeysTag = 'creator-affiliate:signing-keys-of';
