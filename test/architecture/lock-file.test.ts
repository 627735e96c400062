import { describe, expect, test } from 'vitest';
import { missingPlatforms, platformOf, readLockFile } from '#infra/tools/lock-platforms.ts';

describe('package-lock.json', () => {
  const lock = readLockFile();

  test('contains every platform package, so that npm ci works on every platform (fix: npm run lock:platforms)', () => {
    expect(missingPlatforms(lock)).toEqual([]);
  });

  test('contains the database engine for every supported platform', () => {
    const engines = Object.keys(lock.packages).filter((path) => path.startsWith('node_modules/@dynoxide/'));
    expect(engines.map((path) => path.replace('node_modules/@dynoxide/', '')).sort()).toEqual([
      'darwin-arm64',
      'darwin-x64',
      'linux-arm64',
      'linux-x64',
      'win32-x64',
    ]);
  });

  test('contains no registry addresses', () => {
    expect(JSON.stringify(lock)).not.toContain('"resolved":');
  });
});

test('platformOf reads the platform from a package name', () => {
  expect(platformOf('@biomejs/cli-linux-arm64-musl')).toEqual({
    os: ['linux'],
    cpu: ['arm64'],
    libc: ['musl'],
  });
  expect(platformOf('@dynoxide/win32-x64')).toEqual({ os: ['win32'], cpu: ['x64'] });
  expect(() => platformOf('graceful-fs')).toThrow('tells no platform');
});
