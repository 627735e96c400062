// The entry of prod in infra/stage.ts, which the runbook changes.
export const stageFile = 'infra/stage.ts';
/** Settings are added after this line. */
export const pinned = "    region: 'eu-central-1',\n";
export const directRequests = ' acceptsDirectRequests: true,';
export const edge = `    edge: { secretVersion: 1, limits: { logins: 300, links: 10_000 },${directRequests} },\n`;
