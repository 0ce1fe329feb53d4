import { dirname, join } from 'node:path';
import type { Client } from 'phone-call-agents-client';
import { CommandError, explainsItself } from '../errors.ts';
import { readSample } from '../samples/sample.ts';
import { createAgent, learn, rulesOf, withOthers } from '../samples/sample-agent.ts';
import { appliedAgent } from '../settings/state-file.ts';
import type { Simulators } from '../simulators/simulators.ts';
import type { Undo } from '../undo.ts';
import type { FoundTests } from './find-tests.ts';
import { badTest, type TestReport } from './report.ts';
import type { FoundTest } from './test-file.ts';

/** Whether a test's agent is a sample file, such as examples/conversations/booking.yaml. */
const isFile = (agent: string) => /\.(ya?ml|json)$/.test(agent);

/** The file with a test's agent, relative to the test's folder. */
export const agentFileOf = ({ test: { agent }, path }: FoundTest): string | undefined =>
  agent !== undefined && isFile(agent) ? join(dirname(path), agent) : undefined;

interface Making {
  readonly api: Client;
  /** The service's address. */
  readonly url: string;
  /** The simulators of a local service; a deployed one has a real model. */
  readonly simulators: Simulators | undefined;
  readonly undo: Undo;
}

/** Creates the agents that are files, for this run only. Returns what to run, and tests without an agent. */
export async function withAgents(
  tests: readonly FoundTest[],
  given: string | undefined,
  making: Making,
): Promise<FoundTests & { readonly agent?: string }> {
  if (given !== undefined)
    return { agent: isFile(given) ? await makeAgent(given, making) : given, tests, bad: [] };
  const made = new Map<string, Promise<string>>();
  const withAgent = async (found: FoundTest): Promise<FoundTest> => {
    if (found.test.agent === undefined) throw new CommandError('Name an `agent`, or give --agent.');
    const file = agentFileOf(found);
    if (file === undefined) {
      const id = appliedAgent(found.path, found.test.agent, making.url);
      return id === undefined ? found : { ...found, test: { ...found.test, agent: id } };
    }
    const agent = made.get(file) ?? makeAgent(file, making);
    made.set(file, agent);
    return { ...found, test: { ...found.test, agent: await agent } };
  };
  const ready: FoundTest[] = [];
  const bad: TestReport[] = [];
  for (const found of tests)
    try {
      ready.push(await withAgent(found));
    } catch (error) {
      if (!explainsItself(error)) throw error;
      const { path, test, placeOf } = found;
      bad.push(badTest({ path, name: test.name }, [{ at: placeOf(['agent']), text: error.message }]));
    }
  return { tests: ready, bad };
}

async function makeAgent(file: string, { api, simulators, undo }: Making): Promise<string> {
  const sample = await readSample(file);
  const index = sample.knowledge.length > 0;
  if (index && !simulators)
    throw new CommandError(`${file}: only the local service supports \`knowledge\` in a file.`);
  if (simulators) undo.add('its rules of the model', await simulators.addRules(rulesOf(sample)));
  const deletes = (id: string) =>
    undo.add(`the agent ${id}`, () => api.post('/v1/agents/delete', { query: { id } }));
  const agent = await withOthers(api, sample, deletes);
  const id = await createAgent(api, {
    name: `Test: ${sample.name}`,
    ...agent,
    ...(index && simulators && { vector_database: await learn(simulators, sample) }),
  });
  deletes(id);
  return id;
}
