// In every bundle in the place of @aws-sdk/credential-provider-node: a function's credentials are in its environment,
// for as long as it lives, and looking for them anywhere else costs 130 KB and a third of a cold start.

export const defaultProvider = () => async () => {
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
};
