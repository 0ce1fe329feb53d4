import { extractedFields } from '../../agents/model/analysis-settings.ts';
import type { CallSnapshot } from '../../agents/model/call-snapshot.ts';
import { missingContextIssue } from '../../calls/model/call-context.ts';
import { issueOfFilling } from '../../conversation/model/filled-texts.ts';
import { nearestWord } from '../../platform/nearest-word.ts';
import type { AgentTest } from './agent-test.ts';
import type { ExpectationAtEnd } from './expectation-schema.ts';

/** Why a test cannot be run with an agent, in sentences; `tools`: the names of the agent's tools. */
export function issuesWithAgent(
  test: AgentTest,
  { agent, settings, ...snapshot }: CallSnapshot,
  tools: readonly string[],
): string[] {
  const context = test.context ?? null;
  const fields = [...extractedFields(settings.analysis ?? {}).keys()];
  const isHeard = settings.dtmf_input || !test.turns?.some(({ keys }) => keys !== undefined);
  return [
    missingContextIssue({ context, ...snapshot }) ?? [],
    issueOfFilling({ agent, context }, 'kept') ?? [],
    isHeard ? [] : 'The agent does not listen for keys; set its `dtmf_input`.',
    ...toolsIn(test).flatMap(([place, name]) =>
      tools.includes(name) ? [] : unknownTool(place, name, tools),
    ),
    ...(test.finally ?? []).flatMap(({ extract = {} }, index) =>
      Object.keys(extract).flatMap((name) => unknownField(`finally[${index}]`, name, fields)),
    ),
  ].flat();
}

function unknownField(place: string, name: string, fields: readonly string[]): string[] {
  if (fields.includes(name)) return [];
  const meant = nearestWord(name, fields);
  return [`${place}: the agent extracts no field ${name}${meant ? `; the nearest is ${meant}` : ''}.`];
}

function unknownTool(place: string, name: string, tools: readonly string[]): string {
  const meant = nearestWord(name, tools);
  return `${place}: the agent has no tool ${name}${meant ? `; the nearest is ${meant}` : ''}.`;
}

type Named = readonly [place: string, name: string];

/** The tools that a test names: each would pass or never be used if it had a slip. */
function toolsIn({ tools, turns = [], always = [], finally: atEnd = [] }: AgentTest): Named[] {
  return [
    ...(tools?.mocks ?? []).map(({ tool }, index): Named => [`tools.mocks[${index}].tool`, tool]),
    ...turns.flatMap(({ expect = [] }, index) => toolsExpected(`turns[${index}].expect`, expect)),
    ...toolsExpected('always', always),
    ...toolsExpected('finally', atEnd),
  ];
}

const toolsExpected = (place: string, expectations: readonly ExpectationAtEnd[]): Named[] =>
  expectations.flatMap(({ tool, not_tool, tool_before, after_failure }, index) => {
    const called = typeof tool === 'string' ? tool : tool?.name;
    return [called, not_tool, tool_before?.first, tool_before?.then, after_failure?.of].flatMap(
      (name): Named[] => (name === undefined ? [] : [[`${place}[${index}]`, name]]),
    );
  });
