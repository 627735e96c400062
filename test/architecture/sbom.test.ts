// Tests the software bill of materials and the licenses of the deployed packages.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { licensesIn, readBill } from '#infra/tools/sbom.ts';

const packages = licensesIn(readBill());
const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));

test('the bill lists every dependency with its version, and nothing that is only for development', () => {
  const listed = packages.map(({ name, version }) => `${name} ${version}`);
  const wanted = Object.entries(dependencies).map(([name, version]) => `${name} ${version}`);
  expect(listed).toEqual(expect.arrayContaining(wanted));
  const forDevelopment = Object.entries(devDependencies).map(([name, version]) => `${name} ${version}`);
  const deployed = forDevelopment.filter((one) => listed.includes(one));
  // A deployed package needs these types as well.
  expect(deployed).toEqual([expect.stringMatching(/^@smithy\/types /)]);
});

test('every deployed package has an allowed license', () => {
  expect(packages.filter(({ isAllowed }) => !isAllowed)).toEqual([]);
});

test.each([
  [[{ license: { id: 'MIT' } }], true],
  [[{ expression: '(MIT OR GPL-3.0)' }], true],
  [[{ expression: '(MIT AND GPL-3.0)' }], false],
  [[{ license: { id: 'GPL-3.0' } }], false],
  [[{ license: { id: 'MIT' } }, { license: { name: 'Own terms' } }], false],
  [[], false],
])('the licenses %j are allowed: %s', (licenses, isAllowed) => {
  const [found] = licensesIn({
    components: [{ 'bom-ref': 'a', scope: 'required', name: 'a', version: '1.0.0', licenses }],
  });
  expect(found?.isAllowed).toBe(isAllowed);
});
