// Synthesizes the stacks of a stage and resolves their references.
import { createHash, hash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { DISABLE_ASSET_STAGING_CONTEXT } from 'aws-cdk-lib/cx-api';
import { type Bundles, bundleDirectory, bundleFunctions, deployedFiles } from '#infra/constructs/bundles.ts';
import { createStacks } from '#infra/stacks/create-stacks.ts';
import type { ServiceStack } from '#infra/stacks/service-stack.ts';
import { parseStage, resourceName, type Stage } from '#infra/stage.ts';
import { secondsPerDay } from '#lib/foundation/shared/dates.ts';
import type { Json } from '#test/support/json.ts';

export interface Resource {
  readonly id: string;
  readonly Type: string;
  readonly DeletionPolicy?: string;
  readonly DependsOn?: readonly string[];
  readonly Properties: Json;
}

/** Creates a directory for the test files of one worker, and deletes it when this process ends. */
function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'creator-affiliate-bundles-'));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

let bundled: Promise<Bundles> | undefined;

/** Bundles one function, which takes a tenth of the time of all functions. */
export async function bundleOneForTest(file: string): Promise<string> {
  return bundleDirectory(await bundleFunctions(temporaryDirectory(), { files: [file] }), file);
}

/** All functions, bundled once for each worker. */
export function bundleForTest(): Promise<Bundles> {
  bundled ??= bundleFunctions(temporaryDirectory());
  return bundled;
}

let empty: Bundles | undefined;

/** Creates empty bundles, because their content does not affect the stack. */
export function emptyBundles(): Bundles {
  empty ??= createEmptyBundles();
  return empty;
}

function createEmptyBundles(): Bundles {
  const directory = temporaryDirectory();
  for (const file of deployedFiles) {
    const bundle = bundleDirectory({ directory }, file);
    mkdirSync(bundle, { recursive: true });
    writeFileSync(join(bundle, 'index.js'), '');
  }
  return { directory, metafile: { inputs: {}, outputs: {} } };
}

/** The context of cdk.json, so that tests synthesize the deployed stack. */
const { context } = JSON.parse(readFileSync('cdk.json', 'utf8'));

/** Creates the stacks of a stage in a new app without synthesizing them. */
export function appOf(stage: Stage, bundles: Bundles): { readonly app: App; readonly stack: ServiceStack } {
  const app = new App({
    context: { ...context, [DISABLE_ASSET_STAGING_CONTEXT]: true },
    treeMetadata: false,
  });
  return { app, stack: createStacks(app, stage, bundles) };
}

/** The templates of the stacks of a stage by their names. */
export type Templates = Readonly<Record<string, Json>>;

/** Templates by their stage and bundles: test files of one worker synthesize each of them once. */
const templates = new Map<string, Templates>();

export function templatesOf(stage: Stage, bundles: Bundles): Templates {
  const key = JSON.stringify([bundles.directory, stage]);
  const found =
    templates.get(key) ?? (bundles === empty ? sharedTemplates(stage) : synthesize(stage, bundles));
  templates.set(key, found);
  return found;
}

const synthesize = (stage: Stage, bundles: Bundles): Templates =>
  Object.fromEntries(
    appOf(stage, bundles)
      .app.synth()
      .stacks.map(({ stackName, template }) => [stackName, template]),
  );

/**
 * The templates of a stage with empty bundles. They are stored in a file, because all workers need the same templates, and a synthesis takes
 * most of the time of their tests.
 */
function sharedTemplates(stage: Stage): Templates {
  templateDirectory ??= createTemplateDirectory();
  const name = `${hash('sha256', JSON.stringify(stage))}.json`;
  const file = join(templateDirectory, name);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const made = synthesize(stage, emptyBundles());
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, JSON.stringify(made));
  renameSync(unfinished, file);
  return made;
}

type Visit = (value: Json) => Json;

/** Replaces each object of a template by the result of `visit`, from the outside to the inside. */
function replaced(value: Json, visit: Visit): Json {
  if (Array.isArray(value)) return value.map((one) => replaced(one, visit));
  if (typeof value !== 'object' || value === null) return value;
  const its = visit(value);
  if (its !== value) return its;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, replaced(one, visit)]));
}

/** Adds the number of its stack to the id of each role, because stacks can have roles with the same permissions and thus the same id. */
function withOwnRoles(template: Json, index: number): Json {
  const text = JSON.stringify(template);
  return JSON.parse(text.replaceAll(/"(Roles[0-9a-f]{16}[0-9A-F]{8})"/g, `"$1Of${index}"`));
}

/** One template of the stacks with the service. References to outputs of other stacks become references to resources. */
function mergedTemplate(all: Templates): Json {
  const stacks = new Map(
    Object.entries(all)
      .filter(([name]) => !/-(edge|backup|outside)$/.test(name))
      .map(([name, template], index) => [name, withOwnRoles(template, index)]),
  );
  const visit: Visit = (value) => {
    const { StackName, OutputName } = value['Fn::GetStackOutput'] ?? {};
    const its = stacks.get(StackName)?.Outputs[OutputName];
    return its === undefined ? value : replaced(its.Value, visit);
  };
  const merged = [...stacks.values()].map((template) => replaced(template, visit));
  const section = (name: string) => Object.assign({}, ...merged.map((template) => template[name]));
  return { Resources: section('Resources'), Outputs: section('Outputs') };
}

const merged = new Map<Templates, Template>();

/** Files of one worker share it, so that a template is merged and checked once. */
function templateOf(stage: Stage, bundles: Bundles): Template {
  const all = templatesOf(stage, bundles);
  const template = merged.get(all) ?? Template.fromJSON(mergedTemplate(all));
  merged.set(all, template);
  return template;
}

let templateDirectory: string | undefined;

/** The directory has the hash of everything that determines a template. Those of former sources are deleted after a day. */
function createTemplateDirectory(): string {
  const sources = ['infra', 'lib'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name)),
  );
  const all = createHash('sha256');
  for (const file of [...sources.toSorted(), 'cdk.json', 'package-lock.json', 'test/support/stack.ts'])
    all.update(file).update(readFileSync(file));
  const current = all.digest('hex');
  const parent = join('node_modules', '.cache', 'templates');
  mkdirSync(join(parent, current), { recursive: true });
  const yesterday = Date.now() - secondsPerDay * 1000;
  for (const directory of readdirSync(parent).map((name) => join(parent, name)))
    if ((statSync(directory, { throwIfNoEntry: false })?.mtimeMs ?? yesterday) < yesterday)
      rmSync(directory, { recursive: true, force: true });
  return join(parent, current);
}

export interface Denial {
  readonly actions: readonly string[];
  readonly resource: string;
  /** Patterns of partition keys. The denial applies to a request with at least one such key. */
  readonly partitions: readonly string[];
}

/** All stacks of a stage as one. */
export class SynthesizedStack {
  readonly name: string;
  readonly template: Template;
  /** Without CDK's function that empties the bucket of a deleted stage, and its role. */
  readonly resources: readonly Resource[];
  readonly #byId: ReadonlyMap<string, Resource>;

  constructor(given: string | Stage, bundles: Bundles) {
    const stage = typeof given === 'string' ? parseStage(given) : given;
    this.name = resourceName(stage);
    this.template = templateOf(stage, bundles);
    const found: Readonly<Record<string, Omit<Resource, 'id'>>> = this.template.toJSON().Resources;
    const all = Object.entries(found).map(([id, resource]) => ({ id, ...resource }));
    this.#byId = new Map(all.map((resource) => [resource.id, resource]));
    this.resources = all.filter(({ id }) => !/^CustomS3AutoDelete|AutoDeleteObjects/.test(id));
  }

  all(type: string): readonly Resource[] {
    return this.resources.filter((resource) => resource.Type === type);
  }

  /** Returns the only resource of the type whose id begins with the prefix. */
  only(type: string, prefix = ''): Resource {
    const [first, ...others] = this.all(type).filter(({ id }) => id.startsWith(prefix));
    if (first === undefined || others.length > 0) throw new Error(`The stack must have exactly one ${type}`);
    return first;
  }

  /** Returns the resource that a property references by `Ref`, `Fn::GetAtt`, or a text that contains one of these. */
  behind(value: unknown): Resource {
    const id = /"(?:Ref|Fn::GetAtt)":\[?"(\w+)"/.exec(JSON.stringify(value))?.[1] ?? '';
    const found = this.#byId.get(id);
    if (found === undefined) throw new Error(`${JSON.stringify(value)} references no resource`);
    return found;
  }

  /** Describes a reference as text: the type of the resource, followed by the attribute or literal text. */
  describe(value: unknown): string {
    if (typeof value === 'string') return value;
    const joined = Object(value)['Fn::Join'];
    if (Array.isArray(joined)) return joined[1].map((part: unknown) => this.describe(part)).join('');
    const { Type } = this.behind(value);
    const attribute = Object(value)['Fn::GetAtt']?.[1];
    return attribute === undefined || attribute === 'Arn' ? Type : `${Type}.${attribute}`;
  }

  /** The allowed actions of a function by resource, sorted. */
  permissionsOf(functionName: string): Readonly<Record<string, readonly string[]>> {
    const role = this.behind(this.function(functionName).Properties.Role);
    const granted: Record<string, string[]> = {};
    for (const policy of role.Properties.Policies) {
      for (const { Effect, Action, Resource, Condition } of policy.PolicyDocument.Statement) {
        if (Effect === 'Deny') continue;
        for (const resource of [Resource].flat()) {
          const name = `${this.describe(resource)}${Condition === undefined ? '' : ` if ${JSON.stringify(Condition)}`}`;
          granted[name] = [...(granted[name] ?? []), ...[Action].flat()].sort();
        }
      }
    }
    return granted;
  }

  /** The statements that deny a function what other statements allow. */
  denialsOf(functionName: string): readonly Denial[] {
    const role = this.behind(this.function(functionName).Properties.Role);
    const statements: readonly Json[] = role.Properties.Policies.flatMap(
      ({ PolicyDocument }: Json) => PolicyDocument.Statement,
    );
    return statements
      .filter(({ Effect }) => Effect === 'Deny')
      .map(({ Action, Resource, Condition }) => {
        const { 'ForAnyValue:StringLike': like, ...others } = Condition;
        if (Object.keys(others).length > 0) throw new Error('Only ForAnyValue:StringLike is supported');
        const partitions = [like['dynamodb:LeadingKeys']].flat();
        return { actions: [Action].flat(), resource: this.describe(Resource), partitions };
      });
  }

  function(functionName: string): Resource {
    const found = this.all('AWS::Lambda::Function').find(
      ({ Properties }) => Properties.FunctionName === functionName,
    );
    if (found === undefined) throw new Error(`There is no function ${functionName}`);
    return found;
  }
}
