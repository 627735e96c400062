import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { adviceFor, prepareDataDirectory } from '#infra/local/data-directory.ts';
import { createFile, replaceFile } from '#infra/local/files.ts';
import { isDataGone } from '#infra/local/stage-file.ts';

const newDirectory = (): string => mkdtempSync(join(tmpdir(), 'data-directory-'));

test.each([
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the disk is full'],
  ['EROFS', 'the file system is read-only'],
  ['EACCES', 'give your user the permission to write'],
  ['EPERM', 'give your user the permission to write'],
  ['ENOTDIR', 'it is a file, or is below one'],
  ['EIO', 'input/output error: correct this, or set DATA_DIR'],
])('the advice for the error %s begins with "%s"', (code, advice) => {
  expect(adviceFor(Object.assign(new Error('input/output error'), { code }))).toMatch(advice);
});

test('a data directory is created and left empty', () => {
  const directory = join(newDirectory(), 'a', 'b');
  prepareDataDirectory(directory);
  expect(readdirSync(directory)).toEqual([]);
});

test('the data of a stage is gone when somebody deletes its directory, also if an e-mail creates the directory again', () => {
  const directory = newDirectory();
  replaceFile(join(directory, 'stage.json'), '{}');
  expect(isDataGone(directory)).toBe(false);
  rmSync(directory, { recursive: true });
  mkdirSync(join(directory, 'emails'), { recursive: true });
  expect(isDataGone(directory)).toBe(true);
});

test('a file that cannot be written leaves no temporary file behind', () => {
  const directory = newDirectory();
  mkdirSync(join(directory, 'taken', 'inner'), { recursive: true });
  expect(() => replaceFile(join(directory, 'taken'), 'text')).toThrow();
  writeFileSync(join(directory, 'exists'), 'before');
  expect(createFile(join(directory, 'exists'), 'text')).toBe(false);
  expect(readdirSync(directory).toSorted()).toEqual(['exists', 'taken']);
});
