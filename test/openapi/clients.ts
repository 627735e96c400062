// Generates clients from the OpenAPI document with several generators, and compiles them. Two of them talk to a local stage.
// docs/decisions/0076
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { build } from 'esbuild';
import { freePort } from '#infra/local/engine.ts';
import { interfaceDocument } from '#lib/surface/api/document.ts';
import { newDataDirectory, startLocalStage } from '#test/support/local-stage.ts';
import { installClientTools, installGenerators, installJars } from './install.ts';

const succeeds = (program: string, args: readonly string[]): boolean =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0;

/** The generators for Java and Go run without these programs, so only the compilation is skipped. */
const hasJava = succeeds('javac', ['-version']) && succeeds('mvn', ['-version']);
const hasGo = succeeds('go', ['version']);

const python = installGenerators();
const node = installClientTools();
const folder = join(node, 'clients');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const documentFile = join(folder, 'openapi.json');
writeFileSync(documentFile, JSON.stringify(interfaceDocument()));

interface Settings {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Throws the output of a program that fails. */
async function run(program: string, args: readonly string[], { cwd = folder, env = {} }: Settings = {}) {
  const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, stdio: 'pipe' });
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const [status] = await once(child, 'close');
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}:\n${(await output).join('')}`);
  return (await output).join('');
}

const generators = [
  { generatorName: 'python' },
  { generatorName: 'typescript-fetch' },
  { generatorName: 'java', library: 'native' },
  { generatorName: 'go' },
] as const;

/** One process of Java generates all clients, because its start takes longer than a client. */
async function generateWithOpenApiGenerator(): Promise<void> {
  const files = generators.map((generator) => {
    const file = join(folder, `${generator.generatorName}.config.json`);
    const outputDir = join(folder, generator.generatorName);
    writeFileSync(file, JSON.stringify({ ...generator, inputSpec: documentFile, outputDir }));
    return file;
  });
  const settings = { JAVA_TOOL_OPTIONS: '-XX:+UseSerialGC -XX:TieredStopAtLevel=1' };
  await run(join(python, 'openapi-generator-cli'), ['batch', '--fail-fast', ...files], { env: settings });
}

/** Fails if the generator leaves something out, or names a type by its place in a union. */
async function generateWithOpenApiPythonClient(): Promise<void> {
  const target = join(folder, 'python-client');
  const config = join(folder, 'python-client.config.json');
  // The generator knows no images, so it returns them as bytes.
  const bytes = 'application/octet-stream';
  writeFileSync(
    config,
    JSON.stringify({ content_type_overrides: { 'image/svg+xml': bytes, 'image/png': bytes } }),
  );
  const input = ['generate', '--path', documentFile, '--config', config];
  const args = [...input, '--output-path', target, '--meta', 'none'];
  // Its last step formats the code with the program ruff.
  const output = await run(join(python, 'openapi-python-client'), args, {
    env: { PATH: `${python}${delimiter}${process.env.PATH}` },
  });
  if (output.includes('Warning')) throw new Error(output);
  const unnamed = readdirSync(join(target, 'models')).filter((file) => /_type_\d/.test(file));
  if (unnamed.length > 0) throw new Error(`Name these parts of unions: ${unnamed.join(', ')}`);
}

const generateWithHeyApi = async (): Promise<void> => {
  const program = join(node, 'node_modules/@hey-api/openapi-ts/bin/run.js');
  await run(process.execPath, [program, '-i', documentFile, '-o', join(folder, 'hey-api')]);
};

async function compileTypeScript(client: string, file: string): Promise<void> {
  const compilerOptions = {
    ...{ strict: true, noEmit: true, target: 'es2022', module: 'esnext', moduleResolution: 'bundler' },
    ...{ lib: ['es2022', 'dom', 'dom.iterable'], types: [] },
  };
  const settings = { compilerOptions, files: [file] };
  const target = join(folder, client);
  writeFileSync(join(target, 'tsconfig.json'), JSON.stringify(settings));
  await run(process.execPath, [join(node, 'node_modules/typescript/bin/tsc'), '--project', target]);
}

const javaFiles = (): readonly string[] =>
  readdirSync(join(folder, 'java/src/main'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.java'))
    .map((file) => join(folder, 'java/src/main', file));

async function compileJava(): Promise<void> {
  const jars = join(installJars(join(folder, 'java')), '*');
  const sources = join(folder, 'java-sources.txt');
  writeFileSync(sources, javaFiles().join('\n'));
  await run('javac', ['-proc:none', '-nowarn', '-d', join(folder, 'classes'), '-cp', jars, `@${sources}`]);
}

const compileGo = (): Promise<string> => run('go', ['build', './...'], { cwd: join(folder, 'go') });

/** Tells the same story with the clients of two languages. */
async function tellStories(baseUrl: string): Promise<readonly string[]> {
  const stories = join(import.meta.dirname, 'stories');
  const bundle = join(folder, 'hey-api/story.mjs');
  await build({
    entryPoints: [join(folder, 'hey-api/story.ts')],
    outfile: bundle,
    bundle: true,
    format: 'esm',
  });
  const environment = { PYTHONPATH: join(folder, 'python') };
  return Promise.all([
    run(process.execPath, [bundle, baseUrl]),
    run(join(python, 'python'), [join(stories, 'story.py'), baseUrl], { env: environment }),
  ]);
}

async function withStage(use: (baseUrl: string) => Promise<void>): Promise<void> {
  const port = await freePort();
  const data = newDataDirectory();
  const stage = await startLocalStage({ PORT: String(port), DATA_DIR: data });
  try {
    await use(`http://127.0.0.1:${port}/v1`);
  } finally {
    stage.process.kill();
    await stage.exitCode;
    rmSync(data, { recursive: true, force: true });
  }
}

const begin = performance.now();
const say = (message: string): void => {
  process.stdout.write(`${Math.round((performance.now() - begin) / 1000)} s: ${message}\n`);
};

await Promise.all([
  generateWithOpenApiGenerator().then(() => say('openapi-generator generated four clients')),
  generateWithOpenApiPythonClient()
    .then(generateWithHeyApi)
    .then(() => say('openapi-python-client and @hey-api/openapi-ts generated clients')),
]);
copyFileSync(join(import.meta.dirname, 'stories/story.ts.txt'), join(folder, 'hey-api/story.ts'));
await Promise.all([
  compileTypeScript('hey-api', 'story.ts')
    .then(() => compileTypeScript('typescript-fetch', 'index.ts'))
    .then(() => run(join(python, 'python'), ['-m', 'compileall', '-q', 'python', 'python-client']))
    .then(() => say('The clients in TypeScript and Python compile')),
  (hasGo ? compileGo() : Promise.resolve()).then(() =>
    say(hasGo ? 'The client in Go compiles' : 'Skipped: the client in Go. This machine has no Go.'),
  ),
  (hasJava ? compileJava() : Promise.resolve()).then(() =>
    say(
      hasJava
        ? 'The client in Java compiles'
        : 'Skipped: the client in Java. This machine has no JDK with Maven.',
    ),
  ),
]);
await withStage(async (baseUrl) => {
  for (const output of await tellStories(baseUrl)) say(output.trim());
});
