// Builds condition and update expressions, with `#name` for attributes and `:name` for values.

export interface Expression {
  readonly condition?: string | undefined;
  readonly values?: Readonly<Record<string, unknown>> | undefined;
}

export type Totals = Readonly<Record<string, number>>;

/** The changes of an update, by attribute. */
export interface Changes {
  readonly set?: Readonly<Record<string, unknown>>;
  /** Sets only attributes that do not exist. */
  readonly setOnce?: Readonly<Record<string, unknown>>;
  /** Adds to numbers, and elements to sets. */
  readonly add?: Readonly<Record<string, number | ReadonlySet<number> | ReadonlySet<string>>>;
  readonly remove?: readonly string[];
}

const clausesOf = ({ set = {}, setOnce = {}, add = {}, remove = [] }: Changes) => ({
  SET: [
    ...Object.keys(set).map((name) => `#${name} = :${name}`),
    ...Object.keys(setOnce).map((name) => `#${name} = if_not_exists(#${name}, :${name})`),
  ],
  ADD: Object.keys(add).map((name) => `#${name} :${name}`),
  REMOVE: remove.map((name) => `#${name}`),
});

/** The values of the condition must have other names than the attributes that change. */
export function toUpdateInput({ condition, values, ...changes }: Changes & Expression) {
  const UpdateExpression = Object.entries(clausesOf(changes))
    .filter(([, parts]) => parts.length > 0)
    .map(([keyword, parts]) => `${keyword} ${parts.join(', ')}`)
    .join(' ');
  const all = { ...changes.set, ...changes.setOnce, ...changes.add, ...values };
  return { UpdateExpression, ...toExpressionInput({ condition, values: all }, UpdateExpression) };
}

export function toExpressionInput({ condition, values = {} }: Expression, update = '') {
  const tokens = `${condition ?? ''} ${update}`.matchAll(/#(\w+)/g);
  const names = Object.fromEntries([...tokens].map(([token, name = '']) => [token, name]));
  const named = Object.entries(values).map(([name, value]) => [`:${name}`, value]);
  return {
    ...(condition === undefined ? {} : { ConditionExpression: condition }),
    ...(Object.keys(names).length === 0 ? {} : { ExpressionAttributeNames: names }),
    ...(named.length === 0 ? {} : { ExpressionAttributeValues: Object.fromEntries(named) }),
  };
}
