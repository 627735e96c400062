// Loads the cases of all endpoints, which are cost budgets and situations beside the functional tests of each domain.
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CasesByEndpoint, EndpointCases } from './define-cases.ts';
import type { Situation } from './situations.ts';

const folder = join(import.meta.dirname, '../functional');

/** Loads the files of this name from the folders of all domains. */
export function loadFromDomains<Module>(name: string): Promise<readonly Module[]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const wanted = files.filter((file) => basename(file) === name);
  return Promise.all(wanted.map((file): Promise<Module> => import(pathToFileURL(join(folder, file)).href)));
}

const modules = await loadFromDomains<{ readonly cases: CasesByEndpoint }>('cases.ts');
export const allCases: CasesByEndpoint = Object.assign({}, ...modules.map(({ cases }) => cases));

/** Returns the cases of the endpoint with this name. */
export function casesOf(name: string): EndpointCases {
  const cases = allCases[name];
  if (cases !== undefined && Object.keys(cases.situations).length > 0) return cases;
  throw new Error(
    `Add the budget and situations of ${name} to test/functional/${name.split('.')[0]}/cases.ts`,
  );
}

/** Returns the situation in which a request to the endpoint simply succeeds. */
export function plainSuccessOf(name: string): Situation {
  const [situation] = Object.values(casesOf(name).situations);
  if (situation === undefined) throw new Error(`${name} has no situation`);
  return situation;
}
