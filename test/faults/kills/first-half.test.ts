import { testKills } from './every-endpoint.ts';

testKills(0);
