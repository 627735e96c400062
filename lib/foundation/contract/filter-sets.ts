// Declares which filters of a list can be combined. The check, its message, the queries and the documents follow from this data.

/** Each set names the filters that it needs, and those that it also accepts, marked with `?`. */
export type FilterSets = Readonly<Record<string, readonly string[]>>;

const nameOf = (entry: string): string => entry.replace(/\?$/, '');
const isNeeded = (entry: string): boolean => !entry.endsWith('?');

/** The two ends of a range are one filter: `occurredFrom` and `occurredTo` are `occurred`. */
const filterOf = (parameter: string): string => parameter.replace(/(?:From|To)$/, '');

const pagingNames = new Set(['limit', 'cursor', 'order', 'timezone', 'expand']);
const isRange = (parameter: string): boolean => parameter !== filterOf(parameter);
const isCreation = (parameter: string): boolean => filterOf(parameter) === 'created' && isRange(parameter);

/** The creation is part of every set, except beside another range or a search, because a query reads one range of an index. */
function parametersIn(query: object): readonly string[] {
  const given = Object.entries(query)
    .filter(([name, value]) => value !== undefined && !pagingNames.has(name))
    .map(([name]) => name);
  const others = given.filter((name) => !isCreation(name));
  return others.some(isRange) || others.includes('q') ? given : others;
}

const filtersIn = (query: object): readonly string[] => parametersIn(query).map(filterOf);

/** Returns the name of the set that serves the filters of a query, or undefined if none does. */
export function findFilterSet<Sets extends FilterSets>(sets: Sets, query: object): keyof Sets | undefined {
  const given = filtersIn(query);
  return Object.keys(sets).find((set) => {
    const entries = sets[set] ?? [];
    const needed = entries.filter(isNeeded);
    return (
      needed.every((name) => given.includes(name)) &&
      given.every((name) => entries.some((entry) => nameOf(entry) === name))
    );
  });
}

/** For the query of a list, which was checked already. */
export function filterSetOf<Sets extends FilterSets>(sets: Sets, query: object): keyof Sets {
  const set = findFilterSet(sets, query);
  if (set === undefined) throw new Error('The query has an unsupported combination of filters');
  return set;
}

const quote = (filter: string, ranges: readonly string[]): string =>
  ranges.includes(filter) ? `\`${filter}From\`/\`${filter}To\`` : `\`${filter}\``;

function describeSet(entries: readonly string[], ranges: readonly string[]): string {
  const quoteAll = (names: readonly string[]) => names.map((name) => quote(nameOf(name), ranges)).join(', ');
  const needed = quoteAll(entries.filter(isNeeded));
  const also = quoteAll(entries.filter((entry) => !isNeeded(entry)));
  if (needed === '') return also;
  return also === '' ? needed : `${needed} (also with ${also})`;
}

/** `parameters` are the names of all query parameters. */
export function describeFilterSets(sets: FilterSets, parameters: readonly string[]): readonly string[] {
  const ranges = parameters.filter((name) => name.endsWith('From')).map(filterOf);
  return Object.values(sets)
    .filter((entries) => entries.length > 0)
    .map((entries) => describeSet(entries, ranges));
}

export function unsupportedFilters(sets: FilterSets, query: object, parameters: readonly string[]) {
  const given = parametersIn(query);
  const names = given.map((name) => `\`${name}\``).join(', ');
  return {
    path: given.slice(-1),
    message: `${names} cannot be combined. Supported: ${describeFilterSets(sets, parameters).join('; ')}`,
  };
}
