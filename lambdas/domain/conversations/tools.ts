import type { CallAction } from '../records/action.ts';
import type { AgentSettings } from '../records/agent.ts';

/** What agents can do without an action of theirs, where their settings say so. */
export type BuiltInAction =
  | { readonly id: null; readonly type: 'report_do_not_call' }
  | { readonly id: null; readonly type: 'action_dtmf' };

/** Something the language model may ask for: an action of the agent that it triggers, or a built-in one. */
export interface Tool {
  /** Unlike any other of the agent's tools: up to 64 letters, digits, dashes and underscores. */
  readonly name: string;
  readonly description: string;
  /** JSON schema of the arguments, an object. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly action: CallAction | BuiltInAction;
}

const REASON = {
  type: 'object',
  properties: { reason: { type: 'string', description: 'Why, in a few words.' } },
  additionalProperties: false,
};

const DIGITS = {
  type: 'object',
  properties: {
    digits: {
      type: 'string',
      description: 'The keys in their order: 0 to 9, *, #, and w for a pause of half a second.',
      pattern: '^[0-9*#w]+$',
      maxLength: 32,
    },
  },
  required: ['digits'],
  additionalProperties: false,
};

const PRESS_KEYS: Omit<Tool, 'action'> = {
  name: 'press_keys',
  description: 'Presses keys of the telephone, as a menu asks for it. Say nothing in the same answer.',
  parameters: DIGITS,
};

const REPORT_DO_NOT_CALL: Tool = {
  name: 'report_do_not_call',
  description:
    'Use it as soon as the other side asks not to be called again, or to be taken off the list. Say nothing in the same answer: it is confirmed to them, and the call ends.',
  parameters: REASON,
  action: { id: null, type: 'report_do_not_call' },
};

/** The tools that the agent gives to the model: what its settings ask for, and its actions that a function call triggers. */
export function toolsOf(
  { actions }: { readonly actions: readonly CallAction[] },
  settings: Pick<AgentSettings, 'run_do_not_call_detection' | 'ivr_navigation_mode'>,
): Tool[] {
  const tools: Tool[] = settings.run_do_not_call_detection ? [REPORT_DO_NOT_CALL] : [];
  if (settings.ivr_navigation_mode === 'default' && !actions.some(({ type }) => type === 'action_dtmf'))
    tools.push({ ...PRESS_KEYS, action: { id: null, type: 'action_dtmf' } });
  for (const action of actions) {
    if (action.action_trigger?.type === 'action_trigger_phrase_based') continue;
    const { name, ...tool } = toolOf(action);
    const taken = new Set(tools.map((other) => other.name));
    tools.push({ ...tool, name: freeName(name, taken), action });
  }
  return tools;
}

function toolOf(action: CallAction): Omit<Tool, 'action'> {
  const { type, config } = action;
  switch (type) {
    case 'action_end_conversation':
      return {
        name: 'end_conversation',
        description:
          'Ends the call. Use it when the conversation has come to its end; say goodbye in the same answer.',
        parameters: REASON,
      };
    case 'action_transfer_call':
      return {
        name: 'transfer_call',
        description: `Connects the other side with ${config.phone_number} and leaves the call. Say so in the same answer.`,
        parameters: REASON,
      };
    case 'action_set_hold':
      return {
        name: 'set_hold',
        description:
          'Use it when the other side asks you to hold the line: you are silent until they are back.',
        parameters: REASON,
      };
    case 'action_dtmf':
      return PRESS_KEYS;
    case 'action_add_to_conference':
      return {
        name: 'add_to_conference',
        description: `Calls ${config.phone_number} and puts the other side together with them into a conference, which you leave. Say so in the same answer.`,
        parameters: REASON,
      };
    case 'action_external':
      return {
        name: externalName(config.name),
        description: String(config.description),
        parameters: objectSchema(config.input_schema),
      };
  }
}

/** Users may name their actions as they like; the model's vendors take letters, digits, dashes and underscores. */
function externalName(name: unknown): string {
  return (
    String(name)
      .replaceAll(/[^A-Za-z0-9_-]+/g, '_')
      .slice(0, 60) || 'action'
  );
}

function freeName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted;
  for (let number = 2; taken.has(name); number++) name = `${wanted}_${number}`;
  return name;
}

/** What the vendors take as parameters is the schema of an object. */
function objectSchema(schema: unknown): Tool['parameters'] {
  const given = typeof schema === 'object' && schema !== null ? schema : {};
  return { properties: {}, ...given, type: 'object' };
}
