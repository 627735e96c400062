// Creates test data through the handlers in this process.
import { creationsBy } from './creations-with.ts';
import { send } from './service.ts';

export { discountDefinition, unusedCode, unusedEmail, unusedOrder } from './creations-with.ts';

export const {
  invite,
  inviteActive,
  createApiKey,
  createCampaign,
  createDiscount,
  recordOrder,
  openDispute,
  createFinding,
  startDecision,
  createLink,
  createExport,
  createConnection,
  createImport,
  createReconciliation,
  createMessages,
  createSimulation,
  createWebhook,
  sendInBulk,
  patch,
} = creationsBy(send);
