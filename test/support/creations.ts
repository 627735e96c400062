// Creates test data through the handlers in this process.
import { creationsBy } from './creations-by.ts';
import { send } from './service.ts';

export { discountDefinition, unusedCode, unusedEmail, unusedOrder } from './creations-by.ts';

export const { invite, createCampaign, createDiscount, recordOrder, sendInBulk, patch } = creationsBy(send);
