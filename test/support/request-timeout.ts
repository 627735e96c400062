// Sets the request timeout of the table's client, for tests in which the table hangs.

/** The timeout of requests to AWS, in milliseconds. The client waits longer for a local database. */
const productionTimeout = 2000;

interface ConfigurableHandler {
  updateHttpClientConfig(name: 'requestTimeout', milliseconds: number): void;
}

const isConfigurable = (handler: object): handler is ConfigurableHandler =>
  'updateHttpClientConfig' in handler;

/** Imports the client lazily, because the client reads the environment when it is loaded. */
export async function useProductionTimeout(): Promise<void> {
  const { rawClient } = await import('#lib/foundation/table/client.ts');
  const handler: object = rawClient.config.requestHandler;
  if (!isConfigurable(handler))
    throw new Error('The request handler of the SDK has no updateHttpClientConfig');
  handler.updateHttpClientConfig('requestTimeout', productionTimeout);
}
