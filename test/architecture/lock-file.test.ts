import { describe, expect, test } from 'vitest';
import { missingPlatforms, platformOf, readLockFile } from '#infra/tools/lock-platforms.ts';

describe('the lock file', () => {
  const lock = readLockFile();

  test('has an entry for every platform package, so that npm ci works on every platform (npm run lock:platforms)', () => {
    expect(missingPlatforms(lock)).toEqual([]);
  });

  test('has the database engine for each platform that there is one for', () => {
    const engines = Object.keys(lock.packages).filter((path) => path.startsWith('node_modules/@dynoxide/'));
    expect(engines.map((path) => path.replace('node_modules/@dynoxide/', '')).sort()).toEqual([
      'darwin-arm64',
      'darwin-x64',
      'linux-arm64',
      'linux-x64',
      'win32-x64',
    ]);
  });

  test('names no address of a registry', () => {
    expect(JSON.stringify(lock)).not.toContain('"resolved":');
  });
});

test('a platform is read from a package name', () => {
  expect(platformOf('@biomejs/cli-linux-arm64-musl')).toEqual({
    os: ['linux'],
    cpu: ['arm64'],
    libc: ['musl'],
  });
  expect(platformOf('@dynoxide/win32-x64')).toEqual({ os: ['win32'], cpu: ['x64'] });
  expect(() => platformOf('graceful-fs')).toThrow('tells no platform');
});
