// `npm run emulator`: MiniStack for trials by hand, until Ctrl-C.
import { parseSettings } from '#infra/local/settings.ts';
import { type Emulator, startEmulator } from './emulator.ts';
import { whenAskedToEnd } from './ending.ts';
import { EmulatorFailure, installEmulator } from './install.ts';

const defaultPort = '4566';

const help = ({ endpoint, environment, logFile }: Emulator): string => `
MiniStack runs at ${endpoint}; Ctrl-C ends it, and all that was deployed on it is gone.
Its log is ${logFile}

In another terminal, first:
${Object.entries(environment)
  .map(([name, value]) => `export ${name}=${value}`)
  .join('\n')}
unset AWS_PROFILE AWS_SESSION_TOKEN

Then as on AWS:
npx cdk bootstrap -c stage=dev
npx cdk deploy -c stage=dev
npm run operator -- --stage dev brand create --name Acme --email ops@acme.test --plan growth
curl -s ${endpoint}/_aws/execute-api/<id>/v1/health     # below the ApiUrl that the deployment printed
`;

try {
  if (installEmulator()) process.stdout.write('Installed MiniStack\n');
  const { port } = parseSettings({ PORT: process.env.PORT || defaultPort });
  const emulator = await startEmulator({ port, logName: `emulator-${port}` });
  process.stdout.write(help(emulator));
  whenAskedToEnd(emulator.stop, 0);
  await emulator.ended;
} catch (error) {
  if (!(error instanceof EmulatorFailure)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
