// Lists the errors of a login.

/** The codes of the errors of a login. */
export const loginErrors = [
  'credentials_invalid',
  'second_factor_required',
  'second_factor_invalid',
  'token_revoked',
  'login_challenge',
] as const;
