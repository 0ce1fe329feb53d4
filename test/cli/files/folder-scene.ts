import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createClient } from 'phone-call-agents-client';
import { apply, type Outcome } from '#cli/files/apply.ts';
import { type Environment, readEnvironment } from '#cli/files/environment.ts';
import { readFolder } from '#cli/files/folder.ts';
import { makePlan, type Plan } from '#cli/files/plan.ts';
import { adoptUnknown, pull, settledEntries, type Take, writeFiles } from '#cli/files/pull.ts';
import type { Service } from '#cli/files/remote.ts';
import { requireTests } from '#cli/files/run-tests.ts';
import { changeState } from '#cli/settings/state-file.ts';
import { connection } from '../../support/service/shared-api.ts';

/** A folder of agents at the shared service. */
export class FolderScene {
  readonly root = mkdtempSync(join(tmpdir(), 'agents-as-files-'));
  readonly token: string;
  env: Record<string, string> = {};

  constructor(token: string) {
    this.token = token;
    this.write('phone-agents.yaml', 'environments: { staging: {} }\n');
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), text);
  }

  read(path: string): string {
    return readFileSync(join(this.root, path), 'utf8');
  }

  has(path: string): boolean {
    return existsSync(join(this.root, path));
  }

  remove(path: string): void {
    rmSync(join(this.root, path), { recursive: true });
  }

  /** The same files and state, on another machine. */
  clone(): FolderScene {
    const other = new FolderScene(this.token);
    cpSync(this.root, other.root, { recursive: true });
    other.env = this.env;
    return other;
  }

  get service(): Service {
    return createClient({ baseUrl: connection.base_url, token: this.token, retries: 0 });
  }

  open(service: Service = this.service): Promise<Environment> {
    const found = { url: connection.base_url, token: this.token, source: 'test' };
    return readEnvironment({
      root: this.root,
      environment: 'staging',
      service,
      env: this.env,
      connection: found,
    });
  }

  async plan(options: { drafts?: boolean } = {}): Promise<Plan> {
    const { folder, state, remote } = await this.open();
    return makePlan(folder, state, remote, options);
  }

  /** Applies the plan. Resolves with the writes and what became of them, such as `create agents/a done`. */
  async apply({
    service,
    drafts = false,
    ...target
  }: { service?: Service; drafts?: boolean } & Partial<Parameters<typeof apply>[3]> = {}): Promise<string[]> {
    const environment = await this.open(service);
    const plan = makePlan(environment.folder, environment.state, environment.remote, { drafts });
    const outcomes = await apply(plan, environment.remote, environment.state, { ...environment, ...target });
    return outcomes.map(textOf);
  }

  async pull({ take, known = false }: { take?: Take; known?: boolean } = {}): Promise<string[]> {
    const opened = await this.open();
    const { state, remote } = known ? opened : await adoptUnknown(opened.service, opened);
    const pulled = pull({ ...opened, state, remote, take });
    writeFiles(this.root, pulled.files);
    const folder = readFolder(this.root, opened.document, this.env);
    changeState(this.root, 'staging', opened.url, settledEntries(pulled, folder));
    return pulled.conflicts.flatMap(({ name, conflicts }) =>
      conflicts.map(({ field }) => `${name} ${field}`),
    );
  }

  /** The id of a record in the state. */
  idOf(name: string): string {
    return JSON.parse(this.read('state/staging.json')).entries[name].id;
  }
}

export const textOf = ({ write: { does, record }, result, reason }: Outcome): string =>
  [does, record.name, result, ...(reason === undefined ? [] : [reason])].join(' ');

/** What a plan would write and what it found changed elsewhere. */
export const gist = ({ records, issues, notes }: Plan) => ({
  ...Object.fromEntries(
    records.flatMap(({ name, action, changes, drift, conflicts, publishes }) => {
      const fields = (list: typeof changes) => list.map(({ field }) => field).join(' ');
      const parts = [
        action === 'none' ? '' : action,
        action === 'update' ? fields(changes) : '',
        publishes ? 'publish' : '',
        drift.length > 0 ? `drift: ${fields(drift)}` : '',
        conflicts.length > 0 ? `conflict: ${fields(conflicts)}` : '',
      ];
      const text = parts.filter(Boolean).join(' ');
      return text === '' ? [] : [[name, text]];
    }),
  ),
  ...(issues.length > 0 && { issues }),
  ...(notes.length > 0 && { notes }),
});

const AGENT = (name: string, more = '') => `name: ${name}
prompt: { content: { file: ${name}.md } }
voice: { type: voice_vendor_a, voice_name: Joanna-Neural }
${more}`;

let number = 0;
/** A folder with an agent whose name no other test uses. */
export function sceneWith(token: string, more = '') {
  const scene = new FolderScene(token);
  const name = `agent-${++number}`;
  scene.write(`agents/${name}.yaml`, AGENT(name, more));
  scene.write(`agents/${name}.md`, 'You answer the phone.\n\nBe brief.\n');
  return { scene, name, key: `agents/${name}`, file: `agents/${name}.yaml` };
}

/** Runs the one test that an agent requires. */
export const testing = (scene: FolderScene, key: string, test: string) => () =>
  requireTests(scene, key, {
    tests: [scene.idOf(`tests/${test}`)],
    agent: scene.idOf(key),
    versions: ['draft'],
  });
