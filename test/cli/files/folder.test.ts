import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ApiDocument } from '#cli/files/api-document.ts';
import { editorSchema } from '#cli/files/editor-schema.ts';
import { readFolder } from '#cli/files/folder.ts';
import { writesOf } from '#cli/files/order.ts';
import { makePlan } from '#cli/files/plan.ts';
import { readYamlFile, yamlOf } from '#cli/samples/yaml-file.ts';
import { appliedAgent, changeState, readState } from '#cli/settings/state-file.ts';
import { rowsOf } from '../../support/rows.ts';

const document = new ApiDocument(JSON.parse(readFileSync('docs/openapi.json', 'utf8')));
const VOICE = 'voice: { type: voice_builtin, voice_id: any }\n';
const EMPTY = { records: new Map(), listed: { agents: [], tests: [] } };
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'folder-'));
  write('phone-agents.yaml', 'environments: { staging: {} }\n');
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, text: string) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

const read = (env = {}) => readFolder(root, document, env);
const agent = (more = '') => `prompt: You are brief.\n${VOICE}${more}`;

describe('issues', () => {
  it.each<[string, string, string]>([
    ['a list', '- a\n', 'must be a map'],
    ['a missing field', 'prompt: Hi\n', 'a\\.yaml:1: the file: The field voice is required'],
    ...rowsOf<[string, string, string]>(import.meta.url, 'faulty-fields.jsonl').map(
      ([name, field, message]): [string, string, string] => [name, agent(field), message],
    ),
  ])('names %s with its file and line', (_, text, message) => {
    write('agents/a.yaml', text);

    expect(read().issues.join('\n')).toMatch(new RegExp(message));
  });

  it('reads no text file of 10 MB, and none through a link that leads outside', () => {
    write('agents/a.yaml', agent('initial_message: { file: a.md }\n'));
    write('agents/a.md', 'x'.repeat(10_000_000));
    expect(read().issues.join()).toMatch(/a\.yaml:3: initial_message: .*10000000 bytes; at most 1000000/);
    rmSync(join(root, 'agents/a.md'));
    symlinkSync('/etc/hostname', join(root, 'agents/a.md'));
    expect(read().issues.join()).toMatch(/outside the folder/);
  });

  it('refuses names that differ only in case, and records that are deleted but have a file', () => {
    write('agents/desk.yaml', agent());
    write('agents/Desk.yaml', agent());
    write('agents/other.yaml', agent('renamed_from: Desk\n'));
    write('phone-agents.yaml', 'deleted: [agents/other]\n');

    const issues = read().issues.join('\n');

    expect(issues).toMatch(/has the same name/);
    expect(issues).toMatch(/agents\/other is deleted, but has a file/);
    expect(issues).toMatch(/renamed_from names agents\/Desk, which has a file/);
  });

  it.each([
    'environments: 7\n',
    'deleted: [desk]\n',
    'environment: {}\n',
  ])('refuses the settings %s', (text) => {
    write('phone-agents.yaml', text);
    expect(read).toThrow(/phone-agents\.yaml:1: /);
  });
});

it('takes anchors, variables, and texts of files with Windows line ends', () => {
  write(
    'agents/a.yaml',
    agent(
      'initial_message: { file: a.md }\nwebhook: { url: { env: HOOK }, subscriptions: &s [event_transcript] }\n',
    ),
  );
  write('agents/a.md', '\uFEFFHello.\r\nBye.\r\n');

  const { issues, records } = read({ HOOK: 'https://example.com/' });

  expect(issues).toEqual([]);
  expect(records.get('agents/a')?.content).toMatchObject({
    name: 'a',
    initial_message: 'Hello.\nBye.',
    webhook: { url: 'https://example.com/' },
  });
});

it('writes after what it needs, and agents that refer to one another without their steps first', () => {
  const steps = (name: string) =>
    `steps: { entry: a, steps: { a: { goal: Help. } }, handoffs: { h: { agent: ${name} } } }\n`;
  write('agents/a.yaml', agent(steps('b')));
  write('agents/b.yaml', agent(`${steps('a')}drafts: true\npublish_requires: [t]\n`));
  write('agents/c.yaml', agent(steps('d')));
  write('agents/d.yaml', agent());
  write('tests/t.yaml', 'name: t\nagent: b@draft\nturns: [{ contact: Hi }]\n');
  const folder = read();
  expect(folder.issues).toEqual([]);

  const plan = makePlan(folder, { url: '', entries: new Map() }, EMPTY);

  expect(
    writesOf(plan).map(
      ({ does, record, fields }) =>
        `${does} ${record.name}${does === 'update' ? ` ${fields.join(' ')}` : ''}`,
    ),
  ).toEqual([
    'create agents/b',
    'create agents/a',
    'create agents/d',
    'create agents/c',
    'create tests/t',
    'update agents/b steps publish_requires',
    'publish agents/b',
  ]);
});

it('keeps comments and the order of keys when it changes a field', () => {
  const file = readYamlFile(
    '# The desk.\nname: desk\nvoice: # soft\n  type: x\ninitial_message: Hi # short\n',
    'a.yaml',
  );

  expect(file.with({ initial_message: 'no', languages: ['es'], voice: undefined })).toBe(
    '# The desk.\nname: desk\ninitial_message: "no"\nlanguages:\n  - es\n',
  );
  expect(readYamlFile(yamlOf({ no: 'no', octal: '012', time: '1:30', text: 'a\nb\n' }), '').content).toEqual({
    no: 'no',
    octal: '012',
    time: '1:30',
    text: 'a\nb\n',
  });
});

it.each(['agents', 'tests'] as const)('gives editors a schema of %s', (kind) => {
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(
    editorSchema(document, kind),
  );
  const valid = {
    agents: {
      prompt: { content: { file: 'a.md' } },
      voice: { type: 'voice_builtin', voice_id: 'x' },
      publish_requires: ['greets'],
      renamed_from: 'b',
    },
    tests: { name: 'greets', agent: 'a', turns: [{ contact: 'Hi' }] },
  };

  expect(validate(valid[kind]), JSON.stringify(validate.errors)).toBe(true);
  expect(validate({ ...valid[kind], unknown: 1 })).toBe(false);
});

describe('state', () => {
  const entry = { id: '1', fields: { name: 'abc' } };

  it('belongs to one service, and keeps what another process wrote', () => {
    changeState(root, 'staging', 'https://a', new Map([['agents/a', entry]]));
    changeState(root, 'staging', 'https://a', new Map([['agents/b', entry]]));
    expect([
      ...changeState(root, 'staging', 'https://a', new Map([['agents/a', undefined]])).entries.keys(),
    ]).toEqual(['agents/b']);
    expect(() => readState(root, 'staging', 'https://b')).toThrow(
      /is at https:\/\/a .*signed in to https:\/\/b/,
    );
  });

  it('says which agent a test of the folder means', () => {
    changeState(root, 'staging', 'https://a', new Map([['agents/front-desk', entry]]));
    write('phone-agents.yaml', '');
    write('agents/front-desk.yaml', '');
    const idFor = (agent: string, url: string, path = 'tests/calls/greets.yaml') =>
      appliedAgent(join(root, path), agent, url);

    expect(idFor('front-desk', 'https://a')).toBe('1');
    expect(() => idFor('front-desk', 'https://b')).toThrow(/not at https:\/\/b yet: run phone-agents apply/);
    expect(idFor('Front desk', 'https://a')).toBeUndefined();
    expect(idFor('front-desk', 'https://a', 'other/greets.yaml')).toBeUndefined();
  });

  it('refuses a file that is damaged, or of a newer version', () => {
    write('state/staging.json', '{"format": 2}');
    expect(() => readState(root, 'staging', 'https://a')).toThrow(/newer version/);
    write('state/staging.json', '{');
    expect(() => readState(root, 'staging', 'https://a')).toThrow(/can't be read/);
  });
});
