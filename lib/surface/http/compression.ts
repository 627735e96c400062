// Defines the middleware that compresses large answers with gzip. docs/decisions/0164
import type { Route } from '#lib/foundation/contract/route.ts';
import { acceptsCoding } from './accepts-coding.ts';
import { type Middleware, resultOf } from './middleware.ts';

const minBytes = 1024;

/** The size of a compressed answer can reveal a secret that is in it beside text of the request (BREACH). */
const hasSecrets = ({ name, answersWithSecret, signsTokens, files }: Route): boolean =>
  answersWithSecret === true || signsTokens === true || files !== undefined || name.startsWith('auth.');

const compress: Middleware['after'] = (request) => {
  const result = resultOf(request);
  const { body = '', isBase64Encoded } = result;
  if (isBase64Encoded || Buffer.byteLength(body) <= minBytes) return;
  const headers = { ...result.headers, vary: 'accept-encoding' };
  if (!acceptsCoding('gzip', request.internal.event.headers['accept-encoding'])) {
    request.response = { ...result, headers };
    return;
  }
  // A start takes longer if it loads zlib, and most answers are small.
  const { gzipSync } = process.getBuiltinModule('node:zlib');
  request.response = {
    ...result,
    headers: { ...headers, 'content-encoding': 'gzip' },
    body: gzipSync(body).toString('base64'),
    isBase64Encoded: true,
  };
};

export const compression = (route: Route): Middleware[] => (hasSecrets(route) ? [] : [{ after: compress }]);
