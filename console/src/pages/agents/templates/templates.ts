import { BellRing, ClipboardList, ConciergeBell, Funnel, type LucideIcon } from 'lucide-react';
import type { Schema } from '../../../api/client.ts';
import lead from './lead.txt?raw';
import receptionist from './receptionist.txt?raw';
import reminder from './reminder.txt?raw';
import survey from './survey.txt?raw';
import {
  leadTests,
  receptionistTests,
  reminderTests,
  surveyTests,
  type TemplateTest,
} from './template-tests.ts';

/** An agent to begin with. */
export interface Template {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly icon: LucideIcon;
  /** The body of `POST /v1/agents/create`. */
  readonly agent: Schema<'NewerAgentInput'>;
  /** Created for the agent as soon as there is one. */
  readonly tests: readonly TemplateTest[];
}

/** The telephony vendor's own voice for the language. */
const voice: Schema<'VoiceBuiltinInput'> = { type: 'voice_builtin', voice_id: 'default' };

const hangUp: Schema<'ActionEndConversationInput'> = { type: 'action_end_conversation' };

/** A number that no telephone has: the form asks for another one. */
const EXAMPLE_NUMBER = '+15555550100';

const transfer: Schema<'ActionTransferCallInput'> = {
  type: 'action_transfer_call',
  config: { phone_number: EXAMPLE_NUMBER },
};

/** Hands over with a summary: whoever picks up decides whether to take the call. */
const warmTransfer: Schema<'ActionTransferCallInput'> = {
  type: 'action_transfer_call',
  config: { phone_number: EXAMPLE_NUMBER, warm_transfer: { ring_seconds: 20 } },
};

const needs = (...required_context_keys: string[]) => ({
  prompt_template: { label: 'Values of each call', required_context_keys },
});

/** Agents to begin with. Values in `${…}` come with each call. */
export const templates: readonly Template[] = [
  {
    id: 'receptionist',
    name: 'Receptionist',
    description:
      'Answers your number, takes messages, and transfers what needs a person. Put your own facts into its prompt.',
    icon: ConciergeBell,
    tests: receptionistTests,
    agent: {
      name: 'Receptionist',
      prompt: { content: receptionist.trim() },
      voice,
      initial_message: 'Hello, this is the Lakeside practice. How can I help you?',
      actions: [hangUp, transfer],
      ask_if_human_present_on_idle: true,
      analysis: {
        summary: true,
        sentiment: true,
        success_rubric: 'The caller got an answer, left a complete message, or was transferred.',
        extract: {
          type: 'object',
          properties: {
            caller_name: { type: 'string', description: 'The name that the caller gave.' },
            callback_number: { type: 'string', description: 'The number to call back.' },
            reason: { type: 'string', description: 'What the call was about, in a few words.' },
            is_urgent: { type: 'boolean', description: 'Whether the caller said that it is urgent.' },
          },
        },
      },
    },
  },
  {
    id: 'reminder',
    name: 'Appointment reminder',
    description: 'Calls before an appointment, and notes whether the person comes.',
    icon: BellRing,
    tests: reminderTests,
    agent: {
      name: 'Appointment reminder',
      prompt: { content: reminder.trim(), ...needs('name', 'business', 'appointment') },
      voice,
      initial_message: `Good day, this is \${business}. Am I speaking with \${name}?`,
      voicemail_message: `Good day, this is \${business}. Please call us back. Thank you, and goodbye.`,
      actions: [hangUp, transfer],
      run_do_not_call_detection: true,
      analysis: {
        summary: true,
        success_rubric: 'The person confirmed, moved or cancelled the appointment.',
        extract: {
          type: 'object',
          properties: {
            decision: {
              type: 'string',
              enum: ['comes', 'wants another time', 'cancels'],
              description: 'What the person decided.',
            },
            preferred_times: { type: 'string', description: 'Days and times that suit the person instead.' },
            reason: { type: 'string', description: 'Why the person cancels or moves the appointment.' },
          },
        },
      },
    },
  },
  {
    id: 'survey',
    name: 'Survey',
    description: 'Asks three short questions after a visit or a purchase.',
    icon: ClipboardList,
    tests: surveyTests,
    agent: {
      name: 'Survey',
      prompt: { content: survey.trim(), ...needs('name', 'business', 'occasion') },
      voice,
      initial_message: `Good day \${name}, this is an assistant calling for \${business}, about \${occasion}. Do you have two minutes for three questions?`,
      actions: [hangUp, transfer],
      run_do_not_call_detection: true,
      analysis: {
        summary: true,
        sentiment: true,
        success_rubric: 'The person answered all three questions.',
        extract: {
          type: 'object',
          properties: {
            score: { type: 'integer', description: 'The likelihood of a recommendation, from 0 to 10.' },
            reason: { type: 'string', description: 'The most important reason for the number.' },
            improvement: { type: 'string', description: 'What should become better.' },
            wants_call_back: { type: 'boolean', description: 'Whether the person wants to be called again.' },
          },
        },
      },
    },
  },
  {
    id: 'lead-qualification',
    name: 'Lead qualification',
    description: 'Calls people who asked for information, and connects those who are ready.',
    icon: Funnel,
    tests: leadTests,
    agent: {
      name: 'Lead qualification',
      prompt: { content: lead.trim(), ...needs('name', 'business', 'interest') },
      voice,
      initial_message: `Good day \${name}, this is the assistant of \${business}. You asked us about \${interest}. Do you have three minutes?`,
      voicemail_message: `Good day \${name}, this is \${business}. You asked us about \${interest}. We will try again. Goodbye.`,
      actions: [hangUp, warmTransfer],
      run_do_not_call_detection: true,
      analysis: {
        summary: true,
        sentiment: true,
        success_rubric: 'It is clear whether the person has a need and by when, and a next step is agreed.',
        extract: {
          type: 'object',
          properties: {
            need: { type: 'string', description: 'What the person wants to achieve.' },
            timing: { type: 'string', description: 'By when the person needs it.' },
            budget: { type: 'string', description: 'The budget or its range, as the person said it.' },
            decides: { type: 'boolean', description: 'Whether the person can decide.' },
            next_step: {
              type: 'string',
              enum: ['transferred', 'call back', 'send information', 'none'],
              description: 'What was agreed.',
            },
          },
        },
      },
    },
  },
];
