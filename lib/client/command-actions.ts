// Finds the operation that a command names, and explains the operations.
import { actions } from './generated/actions.ts';

/** The command cannot be understood. */
export class UsageError extends Error {}

type Description = (typeof actions)[string];
export interface Action extends Description {
  /** A person writes this, such as `orders list`. */
  readonly command: string;
  readonly domain: string;
  readonly method: string;
}

const friendlyNames: Readonly<Record<string, string>> = {
  conversions: 'orders',
  affiliates: 'creators',
  discounts: 'codes',
};
const inKebabCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const allActions: readonly Action[] = Object.entries(actions).map(([name, description]) => {
  const [domain = '', method = ''] = name.split('.');
  const command = `${friendlyNames[domain] ?? inKebabCase(domain)} ${inKebabCase(method)}`;
  return { ...description, command, domain, method };
});

const ofResource = (resource: string): readonly Action[] =>
  allActions.filter(({ command, domain }) => [command.split(' ')[0], domain].includes(resource));

export function findAction(resource = '', name = ''): Action {
  const found = ofResource(resource).find(({ command, method }) =>
    [command.split(' ')[1], method].includes(name),
  );
  if (found === undefined)
    throw new UsageError(`There is no action ${resource} ${name}\n${helpOf(resource)}`);
  return found;
}

const usageOf = ({ command, ids }: Action): string => [command, ...ids.map((id) => `<${id}>`)].join(' ');

/** Explains the ids, fields and settings of one action. */
export function helpOfAction(action: Action): string {
  const fields = Object.entries(action.fields).map(([name, type]) => {
    const value = type.includes('<flag>') ? `(or --no-${name})` : type.replace('!', '  (required)');
    return `  --${name} ${value}`;
  });
  if (action.takes.includes('list')) fields.push('  --all  (follows all pages)');
  if (action.takes.includes('body')) fields.push('  --body <file.json>  (- is the standard input)');
  if (action.takes.includes('key'))
    fields.push('  --idempotencyKey <text>  (send the same one in a repetition)');
  return [`${action.summary}: creator-affiliate-service ${usageOf(action)}`, ...fields].join('\n');
}

/** Lists the actions of a resource, or of all. */
export function helpOf(resource: string): string {
  const own = ofResource(resource);
  const lines = (own.length === 0 ? allActions : own).map(
    (one) => `  ${usageOf(one).padEnd(50)}${one.summary}`,
  );
  return [
    'creator-affiliate-service <resource> <action> [ids] [--field value …]',
    `  ${'creators import <file.csv>'.padEnd(50)}Invite the creators of a file`,
    ...lines,
    'Add --help to an action for its fields. API_URL and API_KEY select the service and the brand.',
  ].join('\n');
}
