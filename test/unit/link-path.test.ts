// Tests the paths of links on the domains of brands, and the CloudFront function that rewrites them.
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { linkBase, linkRewriteCode, pathOfLink } from '#infra/link-path.ts';
import { withLinkDomains } from '#infra/local/link-domains.ts';
import { codeInLink, linkCodePattern } from '#lib/program/affiliates/rules/tracking-code.ts';

const base = '/v1/tracking/ref/';

test.each([
  ['/ada', `${base}acme.ada`],
  ['/Ada-2/', `${base}acme.Ada-2`],
  ['/ada.', `${base}acme.ada.`],
  ['/docs', `${base}acme.docs`],
  ['/console', `${base}acme.console`],
])('the path %s on the domain of a brand leads to a code of the brand', (path, expected) => {
  expect(pathOfLink(path, 'acme', linkBase)).toBe(expected);
});

test.each(['/', '/v1/brand', '/v1/tracking/ref/ben', '/...', '/%2e', '//ada', '/ada/ben', ''])(
  'the path %s leads to an unknown link',
  (path) => {
    const rewritten = pathOfLink(path, 'acme', linkBase);
    expect(rewritten).toBe(`${base}-`);
    expect(linkCodePattern.test(codeInLink(rewritten.slice(base.length)))).toBe(false);
  },
);

// Without its prefix, such a code could belong to another brand.
test.each(['/a', '/a%2e%2e', '/x.ben', '/ada%2fben'])(
  'no path leads to a code without the prefix of the brand, such as %s',
  (path) => {
    const code = codeInLink(decodeURIComponent(pathOfLink(path, 'acme', linkBase).slice(base.length)));
    expect(code.startsWith('acme.')).toBe(true);
    expect(linkCodePattern.test(code)).toBe(false);
  },
);

describe('the CloudFront function', () => {
  const code = linkRewriteCode({ 'go.acme.com': 'acme', 'go.globex.com': 'globex' });
  const uriOf = (host: string, uri: string) => {
    const request = {
      method: 'GET',
      uri,
      querystring: { x: { value: 'y' } },
      headers: { host: { value: host } },
    };
    const handled = runInNewContext(`${code}; handler(${JSON.stringify({ request })})`);
    expect(handled.querystring).toEqual(request.querystring);
    return handled.uri;
  };

  test('the CloudFront function puts the link prefix of the host before the code, in any letter case, and keeps the query', () => {
    expect(uriOf('go.acme.com', '/ada')).toBe(`${base}acme.ada`);
    expect(uriOf('GO.Globex.com', '/ada')).toBe(`${base}globex.ada`);
  });

  test('the CloudFront function leads any path of another host to an unknown link', () => {
    expect(uriOf('d111111abcdef8.cloudfront.net', '/v1/brand')).toBe(`${base}-`);
  });

  test('the CloudFront function has at most 10 KB with the longest names that a stage can have', () => {
    const names = Array.from({ length: 50 }, (_, index) => [`${index}`.padStart(150, 'x'), 'p'.repeat(20)]);
    expect(linkRewriteCode(Object.fromEntries(names)).length).toBeLessThan(10_240);
  });
});

describe('the local stage', () => {
  const urls: string[] = [];
  const route = withLinkDomains({ 'go.acme.test': 'acme' }, async ({ url }) => {
    urls.push(url);
    return { statusCode: 200 };
  });
  const visit = (host: string, url: string) =>
    route({
      ...{ method: 'GET', url, headers: [['Host', host]], body: Buffer.alloc(0) },
      ...{ sourceIp: '127.0.0.1', requestId: 'request', receivedAt: new Date(0) },
    });

  test('the local stage rewrites the path of a link domain with its query, and no path of its own address', async () => {
    await visit('go.acme.test:3000', '/ada?sub1=a?b');
    await visit('localhost:3000', '/v1/health?x=1');
    await visit('constructor', '/v1/health');
    expect(urls).toEqual([`${base}acme.ada?sub1=a?b`, '/v1/health?x=1', '/v1/health']);
  });
});
