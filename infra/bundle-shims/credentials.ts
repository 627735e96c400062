// In every bundle in the place of @aws-sdk/credential-provider-node: a function's credentials are in its environment,
// and looking for them anywhere else costs 130 KB and a third of a cold start.
import { credentialsInEnvironment } from '#lib/aws/credentials.ts';

export const defaultProvider = () => async () => credentialsInEnvironment();
