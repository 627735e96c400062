// Reads the findings of a Schemathesis run, and which of them schemathesis-findings.md explains.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from '#test/support/json.ts';

export interface Finding {
  readonly check: string;
  readonly operation: string;
  /** The error code of the response with the message of each field: `validation_failed / Must be a date`. */
  readonly responses: readonly string[];
}

interface Explanation {
  readonly check: string;
  readonly operations: RegExp;
  readonly responses: RegExp;
}

const findingsFile = join(import.meta.dirname, 'schemathesis-findings.md');

/** Turns the text between backticks of a cell into a pattern, in which `*` is any text. */
function patternOf(cell: string): RegExp {
  const texts = [...cell.matchAll(/`([^`]*)`/g)].map(([, text = '']) =>
    text.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*'),
  );
  // A dash stands for a response without an error code.
  const empty = cell.includes('—') ? [''] : [];
  return new RegExp(`^(?:${[...texts, ...empty].join('|')})$`, 's');
}

/** The rows of the table: check, operations, responses, explanation. */
export function readExplanations(): readonly Explanation[] {
  const rows = readFileSync(findingsFile, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  return rows.map((row) => {
    const [check = '', operations = '', responses = ''] = row
      .split(' | ')
      .map((cell) => cell.replace(/^\| /, ''));
    return {
      check: check.replaceAll('`', ''),
      operations: patternOf(operations),
      responses: patternOf(responses),
    };
  });
}

export const isExplained = (
  { check, operation, responses }: Finding,
  explanations: readonly Explanation[],
): boolean => {
  const rows = explanations.filter((row) => row.check === check && row.operations.test(operation));
  return responses.every((response) => rows.some((row) => row.responses.test(response)));
};

function responsesOf(interaction: Json): readonly string[] {
  const encoded = interaction?.response?.content?.$base64;
  if (typeof encoded !== 'string') return [''];
  try {
    const { code = '', details = [] } = JSON.parse(Buffer.from(encoded, 'base64').toString());
    const messages: readonly string[] = details.map(({ message }: { message: string }) => message);
    return messages.length === 0 ? [code] : messages.map((message) => `${code} / ${message}`);
  } catch {
    // A page or a CSV file has no code.
    return [''];
  }
}

/** Schemathesis writes one event per line. Each scenario has the failed checks and the responses of its test cases. */
export function readFindings(report: string): readonly Finding[] {
  const found = new Map<string, Finding>();
  for (const line of report.split('\n').filter((text) => text.includes('"failure_info"'))) {
    const { checks = {}, interactions = {} }: Json = JSON.parse(line).ScenarioFinished?.recorder ?? {};
    for (const [testCase, results] of Object.entries<Json>(checks)) {
      for (const { failure_info: info } of results.filter(({ status }: Json) => status === 'failure')) {
        const { type: check, operation } = info.failure;
        const finding = { check, operation, responses: responsesOf(interactions[testCase]) };
        found.set(JSON.stringify(finding), finding);
      }
    }
  }
  return [...found.values()];
}
