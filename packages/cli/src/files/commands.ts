import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { confirm, isCancel } from '@clack/prompts';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { outputOf } from '../context.ts';
import { CommandError, EXIT, UsageError } from '../errors.ts';
import type { Output } from '../output/output.ts';
import { changeState } from '../settings/state-file.ts';
import { apply, keepRenames, type Outcome, type Target } from './apply.ts';
import { editorSchema } from './editor-schema.ts';
import { type Environment, type FolderOptions, openEnvironment, planOf } from './environment.ts';
import { KINDS, readFolder } from './folder.ts';
import { isEmpty, type Plan } from './plan.ts';
import { planComment } from './plan-comment.ts';
import { adoptUnknown, pull, settledEntries, type Take, writeFiles } from './pull.ts';
import { requireTests } from './run-tests.ts';
import { driftLines, outcomeJson, outcomeLine, planJson, planLines } from './show-plan.ts';

const STYLES = {
  heading: 'bold',
  added: 'green',
  removed: 'red',
  context: 'dim',
  warning: 'yellow',
} as const;

function show(output: Output, lines: ReturnType<typeof planLines>): void {
  for (const { text, is } of lines) output.say(output.paint(STYLES[is], text));
}

interface Options extends FolderOptions {
  readonly comment?: true;
  readonly draft?: true;
  readonly take?: Take;
  readonly yes?: true;
  readonly to?: number;
  /** Whether to pull only records that have files. */
  readonly known?: boolean;
}

export async function planCommand(command: CommandUnknownOpts, options: Options): Promise<void> {
  const environment = await openEnvironment(command, options);
  const plan = planOf(environment, { drafts: options.draft ?? false });
  const output = outputOf(command);
  if (options.comment) console.log(await planComment(environment, plan));
  else if (output.isJson) output.json(planJson(plan));
  else show(output, planLines(plan));
  if (plan.issues.length > 0 || hasConflicts(plan))
    process.exitCode = plan.issues.length > 0 ? EXIT.usage : EXIT.failed;
}

const hasConflicts = ({ records }: Plan) => records.some(({ conflicts }) => conflicts.length > 0);

export async function driftCommand(command: CommandUnknownOpts, options: FolderOptions): Promise<void> {
  const plan = planOf(await openEnvironment(command, options));
  const output = outputOf(command);
  const drifted = plan.records.filter(({ drift, conflicts }) => drift.length + conflicts.length > 0);
  if (output.isJson) output.json(planJson({ ...plan, records: drifted }));
  else if (drifted.length === 0) output.say('Nothing was changed elsewhere.');
  else show(output, driftLines(plan));
  if (drifted.length > 0) process.exitCode = EXIT.failed;
}

export async function applyCommand(command: CommandUnknownOpts, options: Options): Promise<void> {
  if (options.take !== undefined) await pullCommand(command, { ...options, known: true });
  await applyEnvironment(command, await openEnvironment(command, options), options);
}

async function applyEnvironment(
  command: CommandUnknownOpts,
  environment: Environment,
  { draft, yes }: Pick<Options, 'draft' | 'yes'>,
): Promise<void> {
  const plan = planOf(environment, { drafts: draft ?? false });
  const output = outputOf(command);
  show(output, planLines(plan));
  if (plan.issues.length > 0)
    throw new UsageError(output.isJson ? plan.issues.join('\n') : 'Nothing was written. Correct this first.');
  if (hasConflicts(plan))
    throw new CommandError('Nothing was written. Choose with --take mine or --take theirs.');
  if (!isEmpty(plan)) await confirmed(yes, `Apply this to ${environment.environment}?`);
  const target = { ...environment, beforePublishing: requiredTests(environment) };
  const outcomes = await apply(plan, environment.remote, environment.state, target);
  if (output.isJson) output.json(outcomes.map(outcomeJson));
  const skipped = outcomes.filter(({ result }) => result === 'skipped');
  const left = new Set(skipped.slice(MAX_SKIPPED));
  for (const outcome of outcomes) if (!left.has(outcome)) output.say(outcomeLine(outcome));
  if (left.size > 0) output.say(`Not done: ${left.size} more.`);
  requireDone(outcomes, environment);
}

/** Skipped writes to print. */
const MAX_SKIPPED = 10;

/** Runs the tests that an agent requires, before it is published. */
const requiredTests =
  (environment: Environment): NonNullable<Target['beforePublishing']> =>
  async ({ record: { name, written } }, { entries }) => {
    const required = [written?.resolved.publish_requires ?? []].flat();
    const tests = required.flatMap((test) => entries.get(`tests/${test}`)?.id ?? []);
    const agent = entries.get(name)?.id;
    if (agent) await requireTests(environment, name, { tests, agent, versions: ['draft'] });
  };

function requireDone(outcomes: readonly Outcome[], { signal }: Environment): void {
  const open = outcomes.filter(({ result }) => result !== 'done');
  if (open.length === 0) return;
  signal?.throwIfAborted();
  throw new CommandError(
    `${open.length} of ${outcomes.length} writes were not done. Repeat the command to continue.`,
  );
}

async function confirmed(yes: true | undefined, message: string): Promise<void> {
  if (yes || !process.stdin.isTTY) return;
  const answer = await confirm({ message });
  if (isCancel(answer) || !answer) throw new CommandError('Nothing was written.');
}

export async function pullCommand(command: CommandUnknownOpts, options: Options): Promise<void> {
  const opened = await openEnvironment(command, options);
  const { root, environment, url, folder, document, service, env } = opened;
  if (folder.issues.length > 0) throw new UsageError(folder.issues.join('\n'));
  const { state, remote } = options.known ? opened : await adoptUnknown(service, opened);
  const pulled = pull({ folder, state, remote, document, take: options.take });
  writeFiles(root, pulled.files);
  writeSchemas(opened);
  const entries = settledEntries(pulled, readFolder(root, document, env));
  keepRenames(state, opened);
  changeState(root, environment, url, entries);
  const output = outputOf(command);
  for (const [path, text] of pulled.files)
    output.event(
      { path, removed: text === undefined },
      `${text === undefined ? 'Removed' : 'Wrote'} ${path}`,
    );
  if (pulled.files.size === 0 && !options.known) output.say('The files have all that the service has.');
  if (pulled.conflicts.length === 0) return;
  show(output, driftLines({ records: pulled.conflicts, issues: [], notes: [] }));
  throw new CommandError('Some fields were left as they are. Choose with --take mine or --take theirs.');
}

function writeSchemas({ root, document }: Pick<Environment, 'root' | 'document'>): void {
  mkdirSync(join(root, 'schemas'), { recursive: true });
  for (const kind of KINDS)
    writeFileSync(
      join(root, 'schemas', `${kind.slice(0, -1)}.schema.json`),
      `${JSON.stringify(editorSchema(document, kind), null, 2)}\n`,
    );
}

export async function rollbackCommand(
  command: CommandUnknownOpts,
  agent: string,
  options: Options,
): Promise<void> {
  const environment = await openEnvironment(command, options);
  const present = environment.remote.records.get(`agents/${agent}`);
  if (!present)
    throw new CommandError(`${environment.environment} has no agents/${agent}.`, { exitCode: EXIT.notFound });
  const version = options.to ?? Number(present.raw.version) - 1;
  if (version < 1) throw new UsageError(`agents/${agent} has no earlier version.`);
  const { publish_requires: tests } = present.raw;
  if (Array.isArray(tests))
    await requireTests(environment, `Version ${version}`, { tests, agent: present.id, versions: [version] });
  await environment.service.request('POST', '/v1/agents/rollback', {
    query: { id: present.id },
    body: { version },
    ifMatch: present.revision,
  });
  outputOf(command).say(`Restored version ${version} of agents/${agent} in ${environment.environment}.`);
  await pullCommand(command, { ...options, known: true, take: 'theirs' });
}

export async function promoteCommand(
  command: CommandUnknownOpts,
  from: string,
  to: string,
  options: Pick<Options, 'folder' | 'yes'>,
): Promise<void> {
  const source = await openEnvironment(command, { ...options, env: from });
  const plan = planOf(source);
  const output = outputOf(command);
  if (!isEmpty(plan) || hasConflicts(plan) || plan.issues.length > 0 || driftLines(plan).length > 0) {
    show(output, planLines(plan));
    throw new CommandError(
      `${from} differs from the files, so it doesn't show what ${to} would get. Apply them to ${from} first.`,
    );
  }
  for (const { name, remote, written } of plan.records) {
    const tests = written && remote?.raw.publish_requires;
    if (!remote || !Array.isArray(tests) || tests.length === 0) continue;
    await requireTests(source, name, { tests, agent: remote.id, versions: ['published'] });
    output.say(`${name} passed ${tests.length} required tests in ${from}.`);
  }
  await applyEnvironment(command, await openEnvironment(command, { ...options, env: to }), options);
}
