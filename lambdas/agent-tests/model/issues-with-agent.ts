import { extractedFields } from '../../agents/model/analysis-settings.ts';
import type { CallSnapshot } from '../../agents/model/call-snapshot.ts';
import { type AgentSteps, collectedBy } from '../../agents/model/steps.ts';
import { missingContextIssue } from '../../calls/model/call-context.ts';
import type { Tool } from '../../conversation/model/actions/tools.ts';
import { issueOfFilling } from '../../conversation/model/filled-texts.ts';
import { nearestWord } from '../../platform/nearest-word.ts';
import { isObject } from '../../platform/parse-json.ts';
import type { AgentTest } from './agent-test.ts';
import { CONFIRMED, type ExpectationAtEnd } from './expectation-schema.ts';

type NamedTool = Pick<Tool, 'name' | 'parameters'>;

/** Why a test cannot be run with an agent, in sentences. `tools`: those of the agent. */
export function issuesWithAgent(
  test: AgentTest,
  { agent, settings, handoff_agents, ...snapshot }: CallSnapshot,
  tools: readonly NamedTool[],
): string[] {
  const context = test.context ?? null;
  const fields = [...extractedFields(settings.analysis ?? {}).keys()];
  const keyed = settings.dtmf_input ? -1 : (test.turns ?? []).findIndex(({ keys }) => keys !== undefined);
  return [
    missingContextIssue({ context, ...snapshot }) ?? [],
    issueOfFilling({ agent, context }) ?? [],
    keyed < 0 ? [] : `turns[${keyed}].keys: the agent does not listen for keys; give it \`dtmf_input: {}\`.`,
    ...toolsIn(test).flatMap((named) => issuesOfTool(named, tools)),
    ...issuesOfSteps(
      test,
      [
        settings.steps ?? [],
        ...Object.values(handoff_agents ?? {}).map((other) => other.settings.steps ?? []),
      ].flat(),
    ),
    ...(test.finally ?? []).flatMap(({ extract = {} }, index) =>
      Object.keys(extract)
        .filter((name) => !fields.includes(name))
        .map(
          (name) =>
            `finally[${index}]: the agent's \`analysis\` extracts no field ${name}${hintFor(name, fields)}`,
        ),
    ),
  ].flat();
}

/** What a test expects, by where it stands. */
const listsOf = ({ greeting = [], turns = [], always = [], finally: atEnd = [] }: AgentTest) =>
  [
    ['greeting', greeting],
    ...turns.map(({ expect = [] }, index) => [`turns[${index}].expect`, expect] as const),
    ['always', always],
    ['finally', atEnd],
  ] as const satisfies readonly (readonly [string, readonly ExpectationAtEnd[]])[];

/** The steps and values that a test names, and none of the agents has. */
function issuesOfSteps(test: AgentTest, agents: readonly AgentSteps[]): string[] {
  const steps = agents.flatMap((each) => Object.keys(each.steps));
  const values = agents.flatMap((each) => [
    ...Object.keys(each.values),
    ...collectedBy(each).map(([name]) => name),
  ]);
  return listsOf(test).flatMap(([list, expectations]) =>
    expectations.flatMap(({ step, never_visits, value = {} }, index) => {
      const unknown = (kind: string, names: readonly (string | undefined)[], known: readonly string[]) =>
        names.flatMap((name) =>
          name === undefined || known.includes(name)
            ? []
            : [`${list}[${index}]: the agent has no ${kind} ${name}${hintFor(name, known)}`],
        );
      const named = Object.keys(value).filter((name) => name !== CONFIRMED);
      return [...unknown('step', [step, never_visits], steps), ...unknown('value', named, values)];
    }),
  );
}

/** A tool that a test names, and the arguments that its calls have. */
interface Named {
  readonly place: string;
  readonly name: string;
  readonly args?: object | undefined;
}

/** An argument that a tool does not declare may be one that a model made up, so only a likely typo is an issue. */
function issuesOfTool({ place, name, args = {} }: Named, tools: readonly NamedTool[]): string[] {
  const tool = tools.find((each) => each.name === name);
  if (!tool) {
    const names = tools.map((each) => each.name);
    return [`${place}: the agent has no tool ${name}${hintFor(name, names)}`];
  }
  const { properties, additionalProperties } = tool.parameters;
  const parameters = Object.keys(isObject(properties) ? properties : {});
  return Object.keys(args).flatMap((arg) => {
    if (parameters.includes(arg)) return [];
    const meant = nearestWord(arg, parameters);
    const isSlip = meant !== undefined && !Object.hasOwn(args, meant);
    if (!isSlip && additionalProperties !== false) return [];
    return [`${place}: ${name} has no parameter ${arg}${hintFor(arg, parameters)}`];
  });
}

/** Maximum number of names in a hint. */
const MAX_NAMES = 10;

/** The end of a sentence about an unknown name: the nearest known one, or the list of them. */
function hintFor(name: string, names: readonly string[]): string {
  const meant = nearestWord(name, names);
  if (meant !== undefined) return `; the nearest is ${meant}.`;
  const more = names.length > MAX_NAMES ? ' and others' : '';
  return names.length > 0 ? `; it has ${names.slice(0, MAX_NAMES).join(', ')}${more}.` : '; it has none.';
}

/** The tools that a test names: a misspelled one would pass, or never be used. */
function toolsIn(test: AgentTest): Named[] {
  return [
    ...(test.tools?.mocks ?? []).map(({ tool: name, when: args }, index) => ({
      place: `tools.mocks[${index}]`,
      name,
      args,
    })),
    ...listsOf(test).flatMap(([list, expectations]) => toolsExpected(list, expectations)),
  ];
}

const toolsExpected = (list: string, expectations: readonly ExpectationAtEnd[]): Named[] =>
  expectations.flatMap(({ tool, not_tool, tool_before, after_failure }, index) => {
    const place = `${list}[${index}]`;
    const called = typeof tool === 'string' ? { name: tool } : tool;
    const names = [not_tool, tool_before?.first, tool_before?.then, after_failure?.of];
    return [
      ...(called ? [{ place, ...called }] : []),
      ...names.flatMap((name) => (name === undefined ? [] : [{ place, name }])),
    ];
  });
