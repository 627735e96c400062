// Conditions as the stores write them: attribute names stand as `#name`, values as `:name`.

export interface Expression {
  readonly condition?: string | undefined;
  readonly values?: Readonly<Record<string, unknown>> | undefined;
}

/** An update that gives each attribute the value of its name: `SET #status = :status, #paidAt = :paidAt`. */
export const setAll = (values: Readonly<Record<string, unknown>>): string =>
  `SET ${Object.keys(values)
    .map((name) => `#${name} = :${name}`)
    .join(', ')}`;

/** The condition as a request has it, its names and values collected from its text, that of `update`, and `values`. */
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
