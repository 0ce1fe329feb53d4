import { randomUUID } from 'node:crypto';
import type { Client } from 'phone-call-agents-client';
import type { RuleInput } from 'vendor-simulators/model/rules.ts';
import type { Simulators } from '../simulators/simulators.ts';
import type { Sample } from './sample.ts';

/** Creates an agent with settings from a file. Returns its id. */
export const createAgent = async (api: Client, body: object): Promise<string> =>
  (await api.request<{ readonly id: string }>('POST', '/v1/agents/create', { body })).data.id;

/** Creates the agents to which a sample's agent hands calls. Returns that agent with their ids. */
export async function withOthers(
  api: Client,
  { name, agent, agents }: Sample,
  onMade: (id: string) => void = () => {},
): Promise<Sample['agent']> {
  let text = JSON.stringify(agent);
  for (const [index, [chosen, other]] of Object.entries(agents).entries()) {
    const id = await createAgent(api, { name: `Demo: ${name}, agent ${index + 2}`, ...other });
    onMade(id);
    text = text.replaceAll(chosen, id);
  }
  return JSON.parse(text);
}

/** Fills an index of the simulated vector database. Returns the agent's setting that refers to it. */
export async function learn(simulators: Simulators, { name, knowledge: passages }: Sample) {
  const index = `demo-${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-${randomUUID().slice(0, 8)}`;
  const key = randomUUID();
  await simulators.fillIndex(index, key, passages);
  return { type: 'vector_database_vendor_a', index, api_key: key, api_environment: 'local' };
}

/** Characters of the prompt by which the scripted model recognizes the sample's agent. */
const KNOWN_BY = 200;

/** The sample's rules, restricted to its agent's prompt; a rule's own `system` is for requests without that prompt. */
export function rulesOf({ agent, model }: Sample): RuleInput[] {
  const { prompt } = agent;
  const content = typeof prompt === 'string' ? prompt : String(Object(prompt).content ?? '');
  const pieces = content.split(/\$\{[^${}]+\}/).map((piece) => piece.trim().slice(0, KNOWN_BY));
  const longest = pieces.toSorted((one, other) => other.length - one.length)[0] ?? '';
  const system = longest.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return model.map((rule) => (rule.finds ? rule : { ...rule, when: { system, ...rule.when } }));
}
