import type { TestCase } from '../../../../lambdas/agent-tests/model/test-run.ts';
import type { Fields } from './api-document.ts';
import type { Environment } from './environment.ts';
import { isEmpty, type Plan, type PlannedRecord } from './plan.ts';
import { bodyOf, updateOf } from './request-body.ts';
import { runTests } from './run-tests.ts';
import { planLines } from './show-plan.ts';

/** Finds the comment of an earlier run, to replace it. */
const MARK = '<!-- phone-agents plan -->';

/** A pull request's comment may have 65,536 characters. */
const MAX_DIFFERENCE = 50_000;

/** A comment for a pull request: the differences, the tests of the proposed agents, and links to talk to them. */
export async function planComment(environment: Environment, plan: Plan): Promise<string> {
  const title = `${MARK}\n### Agents: plan for ${environment.environment}`;
  const lines = planLines(plan);
  const summary = lines.at(-1)?.text ?? '';
  if (isEmpty(plan) && plan.issues.length === 0) return `${title}\n\n${summary}`;
  const difference = lines
    .slice(0, -1)
    .map(({ text, is }) =>
      is === 'added' || is === 'removed' || is === 'context' ? text.slice(2) : `# ${text}`,
    );
  const isProposal = plan.issues.length === 0;
  const proposals = isProposal
    ? plan.records.filter(
        ({ kind, action }) => kind === 'agents' && (action === 'create' || action === 'update'),
      )
    : [];
  const sections: string[] = [];
  for (const record of proposals) sections.push(await proposalSection(environment, record));
  return [title, '', summary, '', fenced(difference.join('\n')), ...sections].join('\n');
}

/** A block that its own content can't end. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const cut =
    text.length > MAX_DIFFERENCE
      ? `${text.slice(0, MAX_DIFFERENCE)}\n# The rest was left out: run phone-agents plan.`
      : text;
  return `${fence}diff\n${cut}\n${fence}`;
}

async function proposalSection(environment: Environment, record: PlannedRecord): Promise<string> {
  const tests = await attempted(() => proposalTests(environment, record));
  const link = await attempted(() => rehearsalLink(environment, record));
  return [
    '',
    `#### ${record.name}`,
    '',
    typeof tests === 'string' ? `Tests were not run: ${tests}` : testTable(tests),
    '',
    link,
  ].join('\n');
}

/** What a part of the comment needs may be missing: a secret, a scope. The rest of the comment stays. */
const attempted = <Result>(work: () => Promise<Result>): Promise<Result | string> =>
  work().catch((error) => (error instanceof Error ? error.message : String(error)));

/** Runs an agent's tests with the proposed agent, which exists only for the run. */
async function proposalTests(
  environment: Environment,
  { name, written }: PlannedRecord,
): Promise<readonly TestCase[]> {
  const { folder, service, document, state, env, signal } = environment;
  const tests = [...folder.records.values()].filter(
    ({ kind, refersTo }) => kind === 'tests' && refersTo.includes(name),
  );
  if (!written || tests.length === 0) return [];
  const fields = Object.keys(written.resolved).filter(
    (field) => !['publish_requires', 'webhook', 'drafts'].includes(field),
  );
  const body = { ...bodyOf(written, fields, { document, state, env }), name: `${written.key} (proposed)` };
  const { data } = await service.request<Fields>('POST', '/v1/agents/create', { body, signal });
  try {
    const inline = tests.map(({ resolved }) => ({ ...resolved, agent: data.id }));
    return await runTests(service, { tests: inline, agent: String(data.id) }, signal);
  } finally {
    await removeAgent(environment, data);
  }
}

/** Deletes an agent and the records that were created with it. */
async function removeAgent({ service }: Environment, agent: Fields): Promise<void> {
  const { prompt, voice, actions, vector_database, llm_account_connection } = agent;
  const related = {
    agents: agent,
    prompts: prompt,
    voices: voice,
    actions,
    vector_databases: vector_database,
  };
  const groups = Object.entries({ ...related, account_connections: llm_account_connection });
  for (const [group, records] of groups)
    for (const record of [records].flat()) {
      const { id } = Object(record);
      if (id !== undefined)
        await service.request('POST', `/v1/${group}/delete`, { query: { id } }).catch(() => undefined);
    }
}

function testTable(results: readonly TestCase[]): string {
  if (results.length === 0) return 'No tests name this agent.';
  const cell = (text: string) => text.replaceAll('|', '\\|').replace(/\s+/g, ' ').slice(0, 300);
  const rows = results.map(
    ({ name, status, error, failures }) =>
      `| ${cell(name)} | ${status} | ${cell([error, ...failures].filter(Boolean).join(' '))} |`,
  );
  return ['| Test | Result | |', '| --- | --- | --- |', ...rows].join('\n');
}

/** Begins a rehearsal of the proposed draft, which can be continued in the console for an hour. */
async function rehearsalLink(
  environment: Environment,
  { written, remote, changes }: PlannedRecord,
): Promise<string> {
  const { connection, service, document, state, env } = environment;
  if (!written || !remote) return 'You can talk to this agent once it was created.';
  if (connection.consoleUrl === undefined)
    return 'To get a link for talking to the draft, sign in with phone-agents login --console URL.';
  const draft = updateOf(
    bodyOf(
      written,
      changes.map(({ field }) => field).filter((field) => field !== 'publish_requires'),
      { document, state, env },
    ),
    remote,
  );
  const { data } = await service.request<Fields>('POST', '/v1/rehearsals/create', {
    body: { agent: remote.id, draft },
  });
  return `[Talk to the draft](${connection.consoleUrl.replace(/\/+$/, '')}/playground?agent=${remote.id}&rehearsal=${String(data.id)}) in the console, for an hour.`;
}
