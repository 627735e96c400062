// Runs a tool: a read at once, and a write first as a dry run and then, with its confirmation, exactly once.
import { basePath, type Route } from '#lib/foundation/contract/route.ts';
import { DomainError, invalidField } from '#lib/foundation/shared/errors.ts';
import { errorBodyOf } from '#lib/surface/http/error-body.ts';
import { type ApiCall, type Arguments, apiCallOf, chooseAction } from './api-call.ts';
import { confirmationTokenFor, confirmedKey } from './confirmation.ts';
import type { ApiAnswer, Send } from './send.ts';
import type { Tool } from './tool.ts';

export interface Work {
  readonly send: Send;
  /** This time is real also in test mode. */
  readonly now: Date;
  readonly caller: string;
}

interface ToolAnswer {
  readonly isError: boolean;
  readonly content: unknown;
}

/** Leaves out what says nothing, because each word costs the assistant time. */
function compact(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(compact);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, compact(inner)] as const);
  return Object.fromEntries(entries.filter(([, inner]) => !isEmpty(inner)));
}

const isEmpty = (value: unknown): boolean =>
  value === null ||
  (typeof value === 'object' && !Array.isArray(value) && Object.keys(Object(value)).length === 0);

function answerOf({ status, body }: ApiAnswer): ToolAnswer {
  if (status >= 400) return { isError: true, content: { error: body } };
  return { isError: false, content: body === '' ? { done: true } : compact(body) };
}

/** As text in JSON, an answer is up to four times as long, and a function may return 6 MB. */
const maxCharacters = 1_000_000;

async function read(call: ApiCall, { send }: Work): Promise<ToolAnswer> {
  const answer = answerOf(await send(call));
  if (JSON.stringify(answer.content).length <= maxCharacters) return answer;
  throw invalidField('limit', 'Send a lower limit, because the answer would be too long');
}

async function dryRun(route: Route, call: ApiCall, { send, now, caller }: Work): Promise<ToolAnswer> {
  const canPreview = Object.hasOwn(route.query?.shape ?? {}, 'dryRun');
  const preview = canPreview ? await send({ ...call, query: { ...call.query, dryRun: 'true' } }) : undefined;
  if (preview !== undefined && preview.status >= 400) return answerOf(preview);
  const content = {
    dryRun: `${route.summary}: this would send the request below. Nothing has changed yet.`,
    request: { ...call, path: `${basePath}${call.path}` },
    ...(preview !== undefined && { preview: answerOf(preview).content }),
    confirmationToken: confirmationTokenFor({ call, caller }, now),
    next: 'Show this to the person. If they agree, call the tool within an hour with the same arguments and this `confirmationToken`.',
  };
  return { isError: false, content };
}

async function run(tool: Tool, { confirmationToken, ...given }: Arguments, work: Work): Promise<ToolAnswer> {
  const route = chooseAction(tool, given);
  const { action: _, ...fields } = given;
  const call = apiCallOf(route, fields);
  if (route.method === 'GET') return read(call, work);
  if (confirmationToken === undefined) return dryRun(route, call, work);
  const key = confirmedKey(String(confirmationToken), { call, caller: work.caller }, work.now);
  return answerOf(await work.send(call, route.method === 'POST' ? key : undefined));
}

export async function runTool(tool: Tool, given: Arguments, work: Work): Promise<ToolAnswer> {
  try {
    return await run(tool, given, work);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { isError: true, content: { error: errorBodyOf(error) } };
  }
}
