// Defines a tool for assistants: a group of endpoints, each with the name of an action.
import type { Mode } from '#lib/foundation/contract/mode.ts';
import type { Role } from '#lib/foundation/contract/role.ts';
import type { Route } from '#lib/foundation/contract/route.ts';
import { type GrantedScope, includesScope, type Scope } from '#lib/foundation/contract/scope.ts';

export interface Tool {
  readonly name: string;
  readonly title: string;
  /** Says when an assistant should use the tool, and how. */
  readonly description: string;
  /** Without an action in the arguments, the first one applies whose path they fill. */
  readonly actions: Readonly<Record<string, Route>>;
}

/** A page for an assistant is short, unless it asks for more. The rows of a report hold the days of a month. */
export function pageSizeOf({ answer, query }: Route): number | undefined {
  if (!Object.hasOwn(query?.shape ?? {}, 'limit')) return undefined;
  return ['list', 'feed'].includes(answer.kind) ? 10 : 31;
}

export interface Rights {
  readonly role: Role;
  readonly scopes: readonly GrantedScope[];
  readonly mode: Mode;
}

export const isReading = ({ actions }: Tool): boolean =>
  Object.values(actions).every(({ method }) => method === 'GET');

function mayCall({ access, scope, contentScopes = [], testMode }: Route, { role, scopes, mode }: Rights) {
  if (access === 'public' || !access.roles.includes(role)) return false;
  if (mode === 'test' && testMode === 'refused') return false;
  const wanted = [scope, ...contentScopes].filter((found): found is Scope => found !== undefined);
  return wanted.every((one) => includesScope(scopes, one));
}

/** Returns the tools with the actions that the caller may use. The API checks each call again. */
export function toolsFor(tools: readonly Tool[], rights: Rights): readonly Tool[] {
  return tools.flatMap((tool) => {
    const allowed = Object.entries(tool.actions).filter(([, route]) => mayCall(route, rights));
    return allowed.length === 0 ? [] : [{ ...tool, actions: Object.fromEntries(allowed) }];
  });
}
