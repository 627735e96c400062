// Starts HTTP servers on loopback.
import type { Server } from 'node:http';

export interface Listening {
  /** `127.0.0.1:4711` */
  readonly host: string;
  readonly close: () => void;
}

export async function listen(server: Server): Promise<Listening> {
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no TCP address');
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { host: `127.0.0.1:${address.port}`, close };
}
