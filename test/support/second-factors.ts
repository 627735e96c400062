// Turns on second factors through the handlers in this process.
import { secondFactorsBy } from './second-factors-with.ts';
import { send } from './service.ts';

export { codeAt } from './second-factors-with.ts';
export const { beginSecondFactor, newSecretOf, enableSecondFactor } = secondFactorsBy(send);
