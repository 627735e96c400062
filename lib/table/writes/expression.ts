// Builds condition and update expressions, with `#name` for attributes and `:name` for values.

export interface Expression {
  readonly condition?: string | undefined;
  readonly values?: Readonly<Record<string, unknown>> | undefined;
}

export const setAll = (values: Readonly<Record<string, unknown>>): string =>
  `SET ${Object.keys(values)
    .map((name) => `#${name} = :${name}`)
    .join(', ')}`;

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
