// Calls the table with the client of the Lambda bundles (docs/decisions/0024). It takes a third of the processor time of the SDK's client.
import { registerHooks } from 'node:module';

const replaced = ['client-dynamodb', 'lib-dynamodb'];
const lib = new URL('../../lib/', import.meta.url).href;

/** Call it before a module of `lib` is imported. `endpoint` is the address of a local database, which needs no account. */
export function useLambdaClient(endpoint: string): void {
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    AWS_REGION: 'local',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  });
  registerHooks({
    resolve: (specifier, context, next) => {
      const name = replaced.find((one) => specifier === `@aws-sdk/${one}`);
      if (name === undefined || context.parentURL?.startsWith(lib) !== true) return next(specifier, context);
      return next(new URL(`../bundle-shims/${name}.ts`, import.meta.url).href, context);
    },
  });
}
