// Applies the event filters of a stream function, as Lambda does before it invokes the function. Supports the rules that our filters use.

type Filter = Readonly<Record<string, unknown>>;

const isExists = (rule: unknown): rule is { readonly exists: boolean } =>
  typeof rule === 'object' && rule !== null && 'exists' in rule;

const allows = (rules: readonly unknown[], value: unknown): boolean =>
  rules.some((rule) => (isExists(rule) ? rule.exists === (value !== undefined) : rule === value));

/** A list names the allowed values of a field. An object is a filter of the fields below it. */
const matches = (filter: Filter, record: unknown): boolean =>
  Object.entries(filter).every(([name, rule]) => {
    const value: unknown = Object(record)[name];
    return Array.isArray(rule) ? allows(rule, value) : matches(Object(rule), value);
  });

/** A record is delivered if it matches one of the filters. Without filters, all records are delivered. */
export const isDelivered = (filters: readonly Filter[] | undefined, record: unknown): boolean =>
  filters === undefined || filters.some((filter) => matches(filter, record));
