// `npm run emulator`: runs MiniStack for manual tests until Ctrl-C.
import { parseSettings } from '#infra/local/settings.ts';
import { type Emulator, startEmulator } from './emulator.ts';
import { onShutdown } from './ending.ts';
import { EmulatorFailure, installEmulator } from './install.ts';

const defaultPort = '4566';

const help = ({ endpoint, environment, logFile }: Emulator): string => `
MiniStack runs at ${endpoint}. Ctrl-C stops it and deletes everything that was deployed.
Log: ${logFile}

In another terminal, set the environment:
${Object.entries(environment)
  .map(([name, value]) => `export ${name}=${value}`)
  .join('\n')}
unset AWS_PROFILE AWS_SESSION_TOKEN

Then use it like AWS:
npx cdk bootstrap -c stage=dev
npx cdk deploy --all -c stage=dev
npm run operator -- --stage dev brand create --name Acme --email ops@acme.test --plan growth
curl -s ${endpoint}/_aws/execute-api/<id>/v1/health     # replace <id> with the API id in the printed ApiUrl
`;

try {
  if (installEmulator()) process.stdout.write('Installed MiniStack\n');
  const { port } = parseSettings({ PORT: process.env.PORT || defaultPort });
  const emulator = await startEmulator({ port, logName: `emulator-${port}` });
  process.stdout.write(help(emulator));
  onShutdown(emulator.stop, 0);
  await emulator.ended;
} catch (error) {
  if (!(error instanceof EmulatorFailure)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
