// Defines the cost budgets and situations of the MCP server. The first situation is a plain success.
import { defineCases } from '#test/support/define-cases.ts';
import type { Situation } from '#test/support/situations.ts';

const message =
  (sent: object, status = 200): Situation =>
  () => ({ path: '/mcp', status, body: { jsonrpc: '2.0', ...sent } });

export const cases = defineCases({
  'assistant.call': {
    budget: 1,
    situations: {
      'a ping': message({ id: 1, method: 'ping' }),
      'the list of tools': message({ id: 1, method: 'tools/list' }),
      'a notification': message({ method: 'notifications/initialized' }, 202),
    },
  },
});
