// Reads AWS credentials from the environment variables. Lambda sets them for the lifetime of an instance, so they need no refresh.

export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** Throws a CredentialsProviderError, like the SDK, if the credentials are missing. */
export function credentialsInEnvironment(): Credentials {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = process.env;
  if (AWS_ACCESS_KEY_ID === undefined || AWS_SECRET_ACCESS_KEY === undefined) {
    const failure = new Error('There are no AWS credentials in the environment');
    throw Object.assign(failure, { name: 'CredentialsProviderError' });
  }
  return {
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    ...(AWS_SESSION_TOKEN !== undefined && { sessionToken: AWS_SESSION_TOKEN }),
  };
}
