import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { UsageError } from '../errors.ts';
import type { Output } from '../output/output.ts';
import { yamlOf } from '../samples/yaml-file.ts';
import { SETTINGS_FILE } from '../settings/state-file.ts';
import { isFields } from './api-document.ts';
import { freeName, headerOf } from './new-files.ts';

const STARTER: Readonly<Record<string, string>> = {
  [SETTINGS_FILE]: `# Each environment has a profile of phone-agents login, or a URL and the environment variable of a token.
# The first one is the default.
environments:
  staging: {}
#  production: { url: https://api.example.com, token: { env: PRODUCTION_TOKEN } }

# To delete a record, remove its file and list it here, such as agents/former.
deleted: []
`,
  'agents/front-desk.yaml': `${headerOf('agents/front-desk')}name: Front desk
prompt:
  content: { file: front-desk.md }
initial_message: Lakeside practice, good morning. What can I do for you?
voice: { type: voice_vendor_a, voice_name: Joanna-Neural }
actions:
  - type: action_end_conversation
`,
  'agents/front-desk.md':
    'You answer the phone of the Lakeside practice. Be brief. When the caller has no more questions, say goodbye.\n',
  'tests/greets.yaml': `${headerOf('tests/greets')}name: greets
agent: front-desk
turns:
  - contact: Hello?
    expect:
      - never_says: instructions
`,
};

/** Makes a folder of agents: settings, an agent and a test. Existing files stay. */
export function initFolder(root: string, output: Output): void {
  if (existsSync(join(root, SETTINGS_FILE)))
    throw new UsageError(`${join(root, SETTINGS_FILE)} exists already.`);
  const hasAgents = existsSync(join(root, 'agents'));
  for (const [path, text] of Object.entries(STARTER)) {
    if (existsSync(join(root, path)) || (hasAgents && path !== SETTINGS_FILE)) continue;
    write(root, path, text, output);
  }
  output.say(
    'Next: phone-agents pull brings the agents that you have; phone-agents plan shows what would be written.',
  );
}

function write(root: string, path: string, text: string, output: Output): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
  output.event({ path }, `Wrote ${path}`);
}

const VENDORS = {
  vapi: async (content: unknown) => (await import('./import/vapi.ts')).importVapi(content),
  retell: async (content: unknown) => (await import('./import/retell.ts')).importRetell(content),
  elevenlabs: async (content: unknown) => (await import('./import/elevenlabs.ts')).importElevenLabs(content),
};

const MAX_IMPORT_BYTES = 5_000_000;

/** Makes files of an agent that another vendor exported, and lists what became of each of its values. */
export async function importAgent(
  root: string,
  vendor: keyof typeof VENDORS,
  file: string,
  output: Output,
): Promise<void> {
  const { name, prompt, fields, notes } = await VENDORS[vendor](contentOf(file));
  const key = freeName('agents', name, () => false);
  const path = `${key}.yaml`;
  if (existsSync(join(root, path)))
    throw new UsageError(`${path} exists already. Rename or delete it first.`);
  write(root, `${key}.md`, `${prompt}\n`, output);
  const content = { name, prompt: { content: { file: `${basename(key)}.md` } }, ...fields };
  write(root, path, headerOf(key) + yamlOf(content), output);
  for (const { place, outcome, note: text } of notes)
    output.event(
      { place, outcome, note: text },
      `${outcome.padEnd(14)}  ${place}${text === '' ? '' : `: ${text}`}`,
    );
}

function contentOf(file: string): unknown {
  try {
    if (statSync(file).size > MAX_IMPORT_BYTES)
      throw new UsageError(`${file} is larger than ${MAX_IMPORT_BYTES} bytes.`);
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (isFields(content)) return content;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(
      `${file} can't be read as JSON: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  throw new UsageError(`${file} has no agent: it must be one JSON object.`);
}
