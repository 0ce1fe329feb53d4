import { BEHAVIOUR } from './behaviour.ts';
import type { Group } from './group.ts';

/** Every field of an agent on its tab, the common ones first. A field that is missing here is folded into "More". */
export const GROUPS: readonly Group[] = [
  {
    tab: 'prompt',
    fields: {
      name: { label: 'Name', help: '' },
      'prompt.content': {
        label: 'Prompt',
        help: '',
        more: `\`\${name}\` stands for a value of the call. A saved change reaches other agents that have the same prompt.`,
      },
      initial_message: {
        label: 'Initial message',
        help: 'What the agent says first. Leave it empty to let the contact speak first.',
        more: `\`\${name}\` stands for a value of the call, as in the prompt.`,
      },
      language: {
        label: 'Language',
        help: 'What the agent speaks and hears.',
        more: 'The tab Voice has further languages.',
      },
    },
  },
  {
    tab: 'prompt',
    title: 'Values for the prompt',
    folded: 'Which names every call must have a value for, and a service of yours that supplies them.',
    fields: {
      'prompt.prompt_template': {
        label: 'Needed values',
        help: 'A call without one of them is refused.',
        more: 'If a value is missing once a call was answered, the contact hears a sentence and the call ends.',
        isOpen: true,
      },
      'prompt.prompt_template.required_context_keys': {
        label: 'Names',
        help: 'As they stand in the prompt, without the sign and braces.',
        itemName: 'Name',
      },
      'prompt.prompt_template.label': { label: 'Label of this list', help: '' },
      context_endpoint: {
        label: 'Address of your service',
        help: 'It is asked for values when the call is answered.',
        more: 'It gets a GET with `phone_number` in the query, and answers a flat JSON object within 3 seconds: at most 50 entries of 2,000 characters. It is asked twice; if it fails, the call goes on without the values.',
      },
    },
  },
  {
    tab: 'prompt',
    title: 'Details to collect',
    folded: 'E-mail addresses, postal addresses and keys that the agent asks for and reads back.',
    fields: {
      'prompt.collect_fields': { label: 'Details', help: '', itemName: 'Detail' },
      'prompt.collect_fields.field_type': {
        label: 'Kind',
        help: '',
        words: {
          field_type_email: 'E-mail address',
          field_type_address: 'Postal address',
          field_type_keypad: 'Keys that the contact presses',
        },
      },
      'prompt.collect_fields.label': { label: 'What the agent calls it', help: '' },
      'prompt.collect_fields.name': {
        label: 'Name in the results',
        help: 'As your programs find it, such as email.',
      },
      'prompt.collect_fields.description': { label: 'What it is for', help: 'The agent reads this.' },
    },
  },
  {
    tab: 'prompt',
    title: 'Language model',
    folded:
      'Another model, its freedom, your own account, and a model that takes over when the first one fails.',
    fields: {
      llm_model_name_override: {
        label: 'Model',
        help: 'The name that its vendor gives it.',
        more: 'It needs your own account below, unless the service has the model at Amazon Bedrock.',
        empty: 'The usual model',
      },
      llm_temperature: {
        label: 'Freedom',
        help: '0 says the likeliest words, 1 varies the most.',
        step: 0.1,
      },
      llm_reasoning_effort: {
        label: 'Reasoning before an answer',
        help: 'The contact waits meanwhile.',
        more: 'It is not sent to models that lack this setting.',
        empty: 'As the model does it',
        words: { none: 'None', minimal: 'Minimal', low: 'Low', medium: 'Medium', high: 'High' },
      },
      llm_account_connection: {
        label: 'Your account',
        help: 'Used in place of the service’s own.',
        empty: 'The service’s own',
      },
      llm_fallback: {
        label: 'Take over with a second model',
        help: 'When the first one fails or is silent for 1.5 seconds.',
      },
      'llm_fallback.provider': {
        label: 'Vendor',
        help: '',
        words: {
          llm_vendor_a: 'The usual vendor',
          llm_vendor_b: 'The second vendor',
          bedrock: 'Amazon Bedrock',
        },
      },
      'llm_fallback.model_name': {
        label: 'Second model',
        help: 'The name that its vendor gives it.',
      },
    },
  },
  { tab: 'voice', fields: { voice: { label: 'Voice', help: '' } } },
  {
    tab: 'voice',
    title: 'Further languages',
    folded: 'Up to four languages to which the agent changes when the contact speaks or asks for them.',
    fields: {
      languages: {
        label: 'Languages',
        help: 'The initial message stays in the first language.',
        more: 'The agent changes by itself if speech recognition can tell all of them apart, which it cannot for Indonesian and Korean. It always changes when it is asked to.',
        itemName: 'Language',
      },
      'languages.language': { label: 'Language', help: '' },
      'languages.voice_name': {
        label: 'Voice',
        help: 'The name of a voice for this language.',
        empty: 'The agent’s own, or the usual one',
      },
    },
  },
  {
    tab: 'actions',
    fields: { actions: { label: 'Actions', help: 'What the agent can do besides speaking.' } },
  },
  {
    tab: 'knowledge',
    fields: {
      vector_database: {
        label: 'Knowledge',
        help: 'A vector database in which the agent looks up passages for each answer.',
        empty: 'None',
      },
    },
  },
  ...BEHAVIOUR,
  {
    tab: 'analysis',
    fields: {
      analysis: {
        label: 'Analyze each call when it is over',
        help: 'Calls under HIPAA are never analyzed.',
      },
      'analysis.summary': { label: 'Summary', help: 'In the agent’s language.' },
      'analysis.success_rubric': {
        label: 'What counts as a success',
        help: 'In your words, such as: an appointment is booked.',
      },
      'analysis.sentiment': { label: 'Mood of the contact at the end', help: '' },
      'analysis.extract': {
        label: 'Values to extract',
        help: 'Each one is looked up in the conversation, with a quotation.',
      },
    },
  },
  {
    tab: 'tests',
    fields: {
      publish_requires: {
        label: 'Tests that a version must pass before it is published',
        help: 'Needs drafts, which you switch on under Versions. Without a test, each version can be published.',
      },
    },
  },
  {
    tab: 'versions',
    fields: {
      drafts: {
        label: 'Keep changes as drafts until they are published',
        help: 'Otherwise calls use each saved change at once.',
      },
    },
  },
];
