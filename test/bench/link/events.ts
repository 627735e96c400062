// Creates click events as API Gateway sends them, each from another visitor with a realistic browser.
import { httpEvent } from '#infra/local/http-event.ts';

/** Common user agents with varying versions. */
const userAgents = Array.from({ length: 50 }, (_, index) => {
  const version = 100 + index;
  const kinds = [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_${index} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1`,
    `Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Mobile Safari/537.36`,
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`,
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_${index} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram ${version}.0.0.27.108 (iPhone15,2; iOS 18_5; de_DE)`,
  ];
  return kinds[index % kinds.length] ?? '';
});

const referrers = ['https://www.instagram.com/', 'https://www.youtube.com/', 'https://www.tiktok.com/'];

const sent = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'accept-language': 'de-DE,de;q=0.9,en;q=0.8',
  host: 'a1b2c3d4e5.execute-api.eu-central-1.amazonaws.com',
  'sec-fetch-dest': 'document',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-site': 'cross-site',
  'upgrade-insecure-requests': '1',
  'x-forwarded-port': '443',
  'x-forwarded-proto': 'https',
};

const byteOf = (number: number, index: number): number => (number >> (8 * index)) & 0xff;

export function clickEvent(code: string, number: number) {
  const path = `/v1/tracking/ref/${code}`;
  const headers = {
    ...sent,
    'user-agent': userAgents[number % userAgents.length] ?? '',
    referer: referrers[number % referrers.length] ?? '',
  };
  const request = {
    method: 'GET',
    url: path,
    headers: Object.entries(headers),
    body: Buffer.alloc(0),
    sourceIp: `10.${byteOf(number, 2)}.${byteOf(number, 1)}.${byteOf(number, 0)}`,
    requestId: '01234567-89ab-4def-8123-456789abcdef',
    receivedAt: new Date(),
  };
  return httpEvent(request, { routeKey: 'GET /v1/tracking/ref/{code}', pathParameters: { code } });
}
