import {
  CalendarClock,
  CirclePause,
  Grip,
  type LucideIcon,
  MessageSquareText,
  PhoneForwarded,
  PhoneOff,
  PlugZap,
  Users,
  Wrench,
} from 'lucide-react';
import type { Schema } from '../../../api/client.ts';
import type { Values } from '../../../form/field.ts';
import { phoneNumber } from '../../../format/phone-number.ts';

/** An action as a form edits it: one of any kind, perhaps not complete yet. */
export interface Action {
  readonly type: Schema<'ActionType'>;
  readonly config: Values;
  readonly action_trigger?: unknown;
}

/** How a kind of action is shown. */
interface Kind {
  readonly name: string;
  readonly icon: LucideIcon;
  /** What the agent does, in a sentence. */
  readonly text: string;
}

/** All kinds of action, the most common first. */
export const KINDS: Readonly<Record<Schema<'ActionType'>, Kind>> = {
  action_end_conversation: {
    name: 'Hang up',
    icon: PhoneOff,
    text: 'Says goodbye and ends the call.',
  },
  action_transfer_call: {
    name: 'Transfer',
    icon: PhoneForwarded,
    text: 'Connects the contact with another number and leaves the call.',
  },
  action_dtmf: {
    name: 'Press keys',
    icon: Grip,
    text: 'Presses keys, for example in a phone menu.',
  },
  action_external: {
    name: 'Call your service',
    icon: PlugZap,
    text: 'Sends a request to your service during the call, for example to look up an order or a free slot.',
  },
  action_mcp: {
    name: 'Use an MCP tool',
    icon: Wrench,
    text: 'Uses a tool of a server that speaks the Model Context Protocol.',
  },
  action_send_text: {
    name: 'Send a text',
    icon: MessageSquareText,
    text: 'Texts the contact, after the contact agrees.',
  },
  action_schedule_callback: {
    name: 'Schedule a callback',
    icon: CalendarClock,
    text: 'Calls the contact back at the time they ask for.',
  },
  action_add_to_conference: {
    name: 'Conference',
    icon: Users,
    text: 'Calls somebody, connects both in a conference, and leaves.',
  },
  action_set_hold: {
    name: 'Hold',
    icon: CirclePause,
    text: 'Goes silent when the contact asks for it, until somebody greets it.',
  },
};

/** Numbers that no telephone has: 555-0100 to 555-0199 of the North American plan. Templates have them. */
const EXAMPLE_NUMBER = /^\+1\d{3}55501\d\d$/;

/** What one action is called: its number or its own name tells it from others of its kind. */
export function titleOf({ type, config }: Action): string {
  const { name } = KINDS[type];
  const number = textOf(config, 'phone_number');
  if (number !== '')
    return `${name} ${type === 'action_transfer_call' ? 'to' : 'with'} ${phoneNumber(number)}`;
  return textOf(config, 'name') || name;
}

/** What one action does, in a sentence. */
export const sentenceOf = ({ type, config }: Action): string =>
  textOf(config, 'description') || KINDS[type].text;

/** Whether the action calls the number of an example, which must be replaced. */
export const hasExampleNumber = ({ config }: Action): boolean =>
  EXAMPLE_NUMBER.test(textOf(config, 'phone_number'));

const textOf = (config: Values, name: string): string => {
  const value = config[name];
  return typeof value === 'string' ? value : '';
};
