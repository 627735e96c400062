// Defines the codes of errors of tokens, API keys and logins.

export const unauthenticatedCodes = {
  token_missing: 'The header `Authorization: Bearer <token>` is missing or malformed.',
  token_invalid: 'The token is not from this service, or its signature is wrong.',
  token_expired: 'The token is older than 24 hours. Log in again.',
  token_revoked:
    'The token was refreshed or logged out, or the role, password or user has changed. Log in again.',
  api_key_invalid: 'The API key was mistyped or cut off.',
  api_key_unknown: 'The API key does not exist, or was deleted.',
  api_key_expired: 'The API key has expired. Create another one, or rotate a key before it expires.',
  second_factor_required:
    'The user has a second factor. Send `code` of the authenticator app, or `recoveryCode`, with the login.',
  second_factor_invalid: 'The code of the second factor is wrong or was already used.',
  message_signature_invalid:
    'No connection has the address, or the signature of the message is wrong. Compare the secret of the connection with that of the shop.',
  credentials_invalid: 'The e-mail address or the password is wrong.',
} as const;
