import { type CallAction, MAX_KEYS, MAX_TEXT } from '../../../actions/model/action.ts';
import { actionsByName, freeName, isTool } from '../../../actions/model/action-names.ts';
import type { AgentSettings } from '../../../agents/model/agent.ts';
import type { AgentSteps } from '../../../agents/model/steps.ts';
import { isObject } from '../../../platform/parse-json.ts';
import { language } from '../../../vendors/model/languages.ts';
import type { ModelTool, ToolCall } from '../../../vendors/model/llm-message.ts';
import { MAX_NOTES } from '../filled-texts.ts';
import { modelParameters, STEP_TOOLS, type StepToolName } from '../steps/step-tools.ts';

export type BuiltInAction =
  | { readonly id: null; readonly type: 'report_do_not_call' }
  | { readonly id: null; readonly type: 'action_dtmf' }
  | { readonly id: null; readonly type: 'expect_keys' }
  | { readonly id: null; readonly type: 'switch_language' }
  | StepAction;

/** A tool of a step. `readBack`: the values that the service reads back to the contact. */
export interface StepAction {
  readonly id: null;
  readonly type: StepToolName;
  readonly step: string;
  readonly readBack: readonly string[];
}

/** A tool for the language model: one of the agent's actions that function calls trigger, or a built-in one. */
export interface Tool extends ModelTool {
  readonly action: CallAction | BuiltInAction;
  /** The parameter in which the model quotes the contact's agreement, if the action needs one. */
  readonly consent?: string;
}

/** A tool call with what came of it. `again`: whether the model is asked again, and gets the output. */
export interface ToolOutcome {
  readonly call: ToolCall;
  readonly output: unknown;
  readonly again: boolean;
  /** The call was invalid, so nothing was done. */
  readonly refused?: true;
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

const CONSENT = {
  type: 'string',
  description: 'All that the human said when they agreed to it or asked for it, word for word.',
};

const SCHEDULE_CALLBACK: Omit<Tool, 'action' | 'name'> = {
  description:
    'Schedules a call from you to the human, when they ask to be called at another time. Ask for day and time if they did not say them, and afterwards say when you will call. A call has only one callback.',
  parameters: {
    type: 'object',
    properties: {
      local_time: {
        type: 'string',
        pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}$',
        description: 'When to call, such as 2026-12-01T17:00; at most 30 days ahead.',
      },
      timezone: {
        type: 'string',
        maxLength: 64,
        description:
          'The IANA name of the time zone that the human means, if it is not the one that you know.',
      },
      notes: {
        type: 'string',
        maxLength: MAX_NOTES,
        description: 'What the call is to be about, and what you must know then of this call.',
      },
      consent: CONSENT,
    },
    required: ['local_time', 'consent'],
    additionalProperties: false,
  },
};

const REPORT_DO_NOT_CALL: Tool = {
  name: 'report_do_not_call',
  description:
    'Use it as soon as the human asks not to be called again, or to be taken off the list. Say nothing in the same answer: it is confirmed to them, and the call ends.',
  parameters: REASON,
  action: { id: null, type: 'report_do_not_call' },
};

const EXPECT_KEYS: Tool = {
  name: 'expect_keys',
  description:
    'Use it in the same answer in which you ask the human to key in digits of which you know the number, such as a PIN: their keys are then answered as soon as they have pressed that many.',
  parameters: {
    type: 'object',
    properties: { length: { type: 'integer', minimum: 1, maximum: MAX_KEYS, description: 'How many keys.' } },
    required: ['length'],
    additionalProperties: false,
  },
  action: { id: null, type: 'expect_keys' },
};

const SWITCH_LANGUAGE: Tool = {
  name: 'switch_language',
  description:
    'Use it when the human asks to go on in another language of yours, and say nothing in the same answer: you are asked again, and then speak that language.',
  parameters: {
    type: 'object',
    properties: { language: { type: 'string', enum: language.options, description: 'Its ISO 639-1 code.' } },
    required: ['language'],
    additionalProperties: false,
  },
  action: { id: null, type: 'switch_language' },
};

export function toolsOf(
  { actions }: { readonly actions: readonly CallAction[] },
  settings: Pick<
    AgentSettings,
    'run_do_not_call_detection' | 'ivr_navigation_mode' | 'dtmf_input' | 'languages' | 'steps'
  >,
  /** Which of the actions. @default those that the model can choose */
  isMeant: (action: CallAction) => boolean = isTool,
): Tool[] {
  const tools: Tool[] = settings.run_do_not_call_detection ? [REPORT_DO_NOT_CALL] : [];
  if (settings.ivr_navigation_mode === 'default' && !actions.some(({ type }) => type === 'action_dtmf'))
    tools.push({ ...PRESS_KEYS, action: { id: null, type: 'action_dtmf' } });
  if (settings.dtmf_input) tools.push(EXPECT_KEYS);
  if (settings.languages && settings.languages.length > 0) tools.push(SWITCH_LANGUAGE);
  const builtIn = [...tools.map(({ name }) => name), ...(settings.steps ? STEP_TOOLS : [])];
  const own = Array.from(actionsByName(actions.filter(isMeant), builtIn), ([name, action]) => ({
    ...toolOf(action, settings),
    name,
    action,
  }));
  return [...tools, ...own];
}

function toolOf(
  action: CallAction,
  { dtmf_input, steps }: Pick<AgentSettings, 'dtmf_input' | 'steps'>,
): Omit<Tool, 'action' | 'name'> {
  const { type, config } = action;
  switch (type) {
    case 'action_end_conversation':
      return {
        description:
          'Ends the call. Use it when the conversation has come to its end; say goodbye in the same answer.',
        parameters: REASON,
      };
    case 'action_transfer_call':
      return {
        description: `Connects the human with ${config.phone_number} and leaves the call.${config.warm_transfer ? ' The person there is told what the call is about; if nobody takes it, you get it back.' : ''} Say so in the same answer.`,
        parameters: REASON,
      };
    case 'action_set_hold':
      return {
        description: 'Use it when the human asks you to hold the line: you are silent until they are back.',
        parameters: REASON,
      };
    case 'action_dtmf':
      return PRESS_KEYS;
    case 'action_add_to_conference':
      return {
        description: `Calls ${config.phone_number} and puts the human together with them into a conference, which you leave. Say so in the same answer.`,
        parameters: REASON,
      };
    case 'action_send_text':
      return sendTextTool(config.text);
    case 'action_schedule_callback':
      return SCHEDULE_CALLBACK;
    case 'action_external':
    case 'action_mcp':
      return externalTool(config, { isListening: Boolean(dtmf_input), steps });
  }
}

/** `template`: what the user wrote; without it, the model writes the text. */
function sendTextTool(template: unknown): Omit<Tool, 'action' | 'name'> {
  const isFixed = typeof template === 'string';
  const what = isFixed ? `this text message: ${JSON.stringify(template)}` : 'a text message that you write';
  const text = { type: 'string', pattern: '\\S', maxLength: MAX_TEXT, description: 'The text message.' };
  return {
    description: `Sends ${what}. It goes to the human's number of this call. Ask them first, and use it only once they agreed.`,
    parameters: {
      type: 'object',
      properties: { ...(!isFixed && { text }), consent: CONSENT },
      required: isFixed ? ['consent'] : ['text', 'consent'],
      additionalProperties: false,
    },
  };
}

/** The tool of an external action. `consent`: see Tool. */
export function externalTool(
  { description, input_schema, confirm }: CallAction['config'],
  { isListening, steps }: { readonly isListening: boolean; readonly steps?: AgentSteps | null | undefined },
): Omit<ModelTool, 'name'> & { readonly consent?: string } {
  const given = withKeyedParameters(objectSchema(input_schema), isListening);
  const parameters = steps ? modelParameters(given, steps) : given;
  const tool = { description: String(description), parameters };
  if (confirm !== true) return tool;
  const properties = isObject(parameters.properties) ? parameters.properties : {};
  const consent = freeName('quoted_consent', new Set(Object.keys(properties)));
  return {
    ...tool,
    description: `${description} ${CONFIRMED}`,
    parameters: { ...parameters, properties: { ...properties, [consent]: QUOTED } },
    consent,
  };
}

const CONFIRMED =
  'Call it as soon as you have the arguments, and say nothing: the human is then asked, in words that are not yours, whether they agree to them. When they agreed, call it again with the same arguments and a quotation of their answer.';

const QUOTED = {
  type: 'string',
  description:
    'Only after the human was asked about these arguments: all that they answered, word for word. Never what they said before.',
};

/** A schema that the vendors accept as parameters: that of an object. */
function objectSchema(schema: unknown): ModelTool['parameters'] {
  const given = typeof schema === 'object' && schema !== null ? schema : {};
  return { properties: {}, ...given, type: 'object' };
}

const KEYPAD = 'keypad';

const KEYED_IN =
  'Keyed in on the telephone: ask the human to press the keys, and give the keys that they pressed.';

/** Explains texts of the first level whose `format` is `keypad`. An agent that does not listen for keys hears them. */
function withKeyedParameters(
  { properties, ...schema }: Readonly<Record<string, unknown>>,
  isListening: boolean,
): Record<string, unknown> {
  if (!isObject(properties)) return { ...schema, properties };
  const explained = Object.entries(properties).map(([name, parameter]) => [
    name,
    isObject(parameter) && parameter.format === KEYPAD ? keyed(parameter, isListening) : parameter,
  ]);
  return { ...schema, properties: Object.fromEntries(explained) };
}

function keyed({ format: _, ...parameter }: Readonly<Record<string, unknown>>, isListening: boolean) {
  const { description } = parameter;
  const how = typeof description === 'string' && description !== '' ? `${description} ${KEYED_IN}` : KEYED_IN;
  return {
    type: 'string',
    pattern: '^[0-9*#]{1,32}$',
    ...parameter,
    ...(isListening && { description: how }),
  };
}
