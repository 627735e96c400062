// Creates Lambda events in payload format 2.0 of HTTP API:
// https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
import type { HttpEvent } from '#lib/surface/http/request.ts';

export interface IncomingRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
  readonly sourceIp: string;
  readonly requestId: string;
  readonly receivedAt: Date;
}

interface MatchedRoute {
  readonly routeKey: string;
  readonly pathParameters: Readonly<Record<string, string | undefined>>;
}

const textType = /^(text\/|application\/(.*\+)?(json|xml|javascript))/i;

/** Joins the values of a repeated header or query parameter with commas, as HTTP API does. */
function joinRepeated(pairs: Iterable<readonly [string, string]>): Record<string, string> {
  const result = new Map<string, string>();
  for (const [name, value] of pairs) {
    const before = result.get(name);
    result.set(name, before === undefined ? value : `${before},${value}`);
  }
  return Object.fromEntries(result);
}

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function commonLogTime(at: Date): string {
  const [date = '', time = ''] = at.toISOString().split('T');
  const [year, month, day] = date.split('-');
  return `${day}/${monthNames[Number(month) - 1]}/${year}:${time.slice(0, 8)} +0000`;
}

export function httpEvent(request: IncomingRequest, { routeKey, pathParameters }: MatchedRoute): HttpEvent {
  const [rawPath = '', rawQueryString = ''] = splitUrl(request.url);
  const lowerCase = request.headers.map(([name, value]) => [name.toLowerCase(), value] as const);
  const headers = joinRepeated(lowerCase.filter(([name]) => name !== 'cookie'));
  const cookies = lowerCase.filter(([name]) => name === 'cookie').flatMap(([, value]) => value.split(/; */));
  const query = joinRepeated(new URLSearchParams(rawQueryString));
  const isText = textType.test(headers['content-type'] ?? '');
  return {
    version: '2.0',
    routeKey,
    rawPath,
    rawQueryString,
    ...(cookies.length > 0 && { cookies }),
    headers,
    ...(Object.keys(query).length > 0 && { queryStringParameters: query }),
    ...(Object.keys(pathParameters).length > 0 && { pathParameters: { ...pathParameters } }),
    ...(request.body.length > 0 && { body: request.body.toString(isText ? 'utf8' : 'base64') }),
    isBase64Encoded: request.body.length > 0 && !isText,
    requestContext: {
      accountId: 'anonymous',
      apiId: 'local',
      domainName: headers.host ?? 'localhost',
      domainPrefix: 'local',
      http: {
        method: request.method,
        path: rawPath,
        protocol: 'HTTP/1.1',
        sourceIp: request.sourceIp,
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: request.requestId,
      routeKey,
      stage: '$default',
      time: commonLogTime(request.receivedAt),
      timeEpoch: request.receivedAt.getTime(),
    },
  };
}

const splitUrl = (url: string): readonly string[] => {
  const start = url.indexOf('?');
  return start < 0 ? [url, ''] : [url.slice(0, start), url.slice(start + 1)];
};
