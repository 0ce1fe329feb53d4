import type { Fields } from '../../../form/field.ts';
import { languageName } from '../../../format/label.ts';
import { BEHAVIOUR } from './behaviour.ts';
import { type Group, TABS, type Tab } from './group.ts';

const LANGUAGES = Object.fromEntries(
  ['en', 'es', 'de', 'hi', 'pt', 'fr', 'nl', 'id', 'it', 'ja', 'ko'].map((code) => [
    code,
    languageName(code),
  ]),
);

const COLLECTED: Fields = {
  field_type: {
    label: 'Kind',
    required: true,
    options: {
      field_type_email: 'Email address',
      field_type_address: 'Postal address',
      field_type_keypad: 'Keypad input',
    },
  },
  label: { label: 'What the agent calls it', required: true },
  name: { label: 'Name in the results', help: 'Such as email.', required: true },
  description: { kind: 'prose', label: 'What it is for', help: 'The agent reads this.' },
};

const MODEL: Fields = {
  llm_model_name_override: {
    label: 'Model',
    help: 'Name of the language model to use.',
    more: 'It needs your own account below, unless the service has the model at Amazon Bedrock.',
    empty: 'The default model',
  },
  llm_temperature: {
    label: 'Temperature',
    help: 'How freely the language model chooses its words: 0 takes the likeliest, 1 varies the most.',
    more: 'It is not sent to models that do not support temperature.',
    ...{ minimum: 0, maximum: 1, step: 0.1 },
    default: 0,
  },
  llm_reasoning_effort: {
    label: 'Reasoning effort',
    help: 'How much the language model reasons before it answers.',
    more: 'The contact waits during this time. It is not sent to models that do not support it.',
    options: { none: 'none', minimal: 'minimal', low: 'low', medium: 'medium', high: 'high' },
    empty: 'The model’s default',
  },
  llm_account_connection: {
    kind: 'reference',
    label: 'Your account',
    help: 'Used instead of the service’s own account. Add accounts under Connections.',
    empty: 'The service’s own',
  },
  llm_fallback: {
    label: 'Fallback model',
    help: 'The language model that takes over within the same turn.',
    more: 'It does so if the usual model fails, or sends nothing for 1.5 seconds.',
    fields: {
      provider: {
        label: 'Provider',
        help: 'The vendor of the model.',
        default: 'llm_vendor_a',
        options: {
          llm_vendor_a: 'The default vendor',
          llm_vendor_b: 'The second vendor',
          bedrock: 'Amazon Bedrock',
        },
      },
      model_name: {
        label: 'Second model',
        help: 'The vendor’s name for the model.',
        required: true,
      },
    },
  },
};

const ANALYSIS: Fields = {
  summary: {
    kind: 'boolean',
    label: 'Summary',
    help: 'Whether to summarize the call, in the agent’s language.',
    default: true,
  },
  success_rubric: {
    kind: 'prose',
    label: 'What counts as a success',
    help: 'When a call counts as a success, in your words.',
  },
  sentiment: {
    kind: 'boolean',
    label: 'Sentiment',
    help: 'Whether to judge how the contact felt at the end.',
  },
  extract: {
    kind: 'extract',
    label: 'Values to extract',
    help: 'Each is looked up in the conversation, with a quotation.',
  },
};

/** Every field of an agent on its tab, the common ones first. */
const BY_TAB: Readonly<Record<Tab, readonly Group[]>> = {
  prompt: [
    {
      fields: {
        name: {
          label: 'Name',
          help: 'Your name for the agent, which the contact does not hear.',
        },
        'prompt.content': {
          kind: 'own',
          label: 'Prompt',
          more: `\`\${name}\` stands for a value of the call. A saved change also applies to other agents with the same prompt.`,
        },
        initial_message: {
          kind: 'prose',
          label: 'Initial message',
          help: 'What the agent says first.',
          more: `\`\${name}\` stands for a value of the call’s context.`,
          empty: 'None: the contact speaks first',
        },
        language: {
          label: 'Language',
          help: 'What the agent speaks and hears. The Voice tab has more languages.',
          options: LANGUAGES,
          default: 'en',
        },
      },
    },
    {
      title: 'Values for the prompt',
      folded: 'The names that every call needs a value for, and your service that supplies them.',
      fields: {
        'prompt.prompt_template': {
          label: 'Required values',
          help: 'A call without one of them is refused.',
          more: 'If a value is missing after a call is answered, the contact hears a sentence and the call ends.',
          isOpen: true,
          fields: {
            required_context_keys: {
              kind: 'lines',
              label: 'Names',
              help: 'One per line, as in the prompt, without the dollar sign and braces.',
            },
          },
        },
        context_endpoint: {
          label: 'Context endpoint',
          help: 'URL that supplies the context of a call when it is answered.',
          more: `The context fills \`\${name}\` in the prompt and the initial message. The request is a GET with phone_number in the query. Answer within 3 seconds, with a flat JSON object of up to 50 strings, numbers and booleans. If the request fails twice, the call continues without this context.`,
        },
      },
    },
    {
      title: 'Details to collect',
      folded: 'Email addresses, postal addresses and digits that the agent asks for and reads back.',
      fields: {
        'prompt.collect_fields': {
          kind: 'list',
          label: 'Details',
          itemName: 'Detail',
          most: 50,
          fields: COLLECTED,
        },
      },
    },
    {
      title: 'Language model',
      folded: 'Another model, its temperature, your own account, and a fallback if the model fails.',
      fields: MODEL,
    },
  ],
  voice: [
    { fields: { voice: { kind: 'own', label: 'Voice' } } },
    {
      title: 'Further languages',
      folded: 'Up to ten languages that the agent switches to when the contact speaks or asks for them.',
      fields: {
        languages: {
          kind: 'list',
          label: 'Languages',
          more: 'The agent changes to the language that the contact asks for, or that it hears, if the telephony vendor can detect all of them (not Indonesian and Korean).',
          itemName: 'Language',
          most: 10,
          fields: {
            language: { label: 'Language', options: LANGUAGES, required: true },
            voice_name: {
              label: 'Voice',
              help: 'The name of a voice of the telephony vendor for this language.',
              empty: 'The agent’s own, or the default',
            },
          },
        },
      },
    },
  ],
  actions: [{ fields: { actions: { kind: 'own', label: 'Actions' } } }],
  steps: [{ fields: { steps: { kind: 'own', label: 'Steps' } } }],
  knowledge: [
    {
      fields: {
        vector_database: {
          kind: 'reference',
          label: 'Knowledge',
          help: 'A vector database in which the agent looks up passages for each answer. Add one under Connections.',
          empty: 'None',
        },
      },
    },
  ],
  behaviour: BEHAVIOUR,
  analysis: [
    {
      fields: {
        analysis: {
          label: 'Analyze completed calls',
          help: 'How a language model analyzes each finished call.',
          more: 'HIPAA-compliant calls are never analyzed.',
          fields: ANALYSIS,
        },
      },
    },
  ],
  tests: [
    {
      fields: {
        publish_requires: {
          kind: 'own',
          label: 'Required tests',
          help: 'A version must pass them before it is published.',
        },
      },
    },
  ],
  versions: [
    {
      fields: {
        drafts: {
          kind: 'boolean',
          label: 'Require publishing',
          help: 'Otherwise calls use each saved change at once.',
        },
      },
    },
  ],
  interruptions: [],
};

/** The groups of fields, in the order of the tabs. */
export const GROUPS = TABS.flatMap(([tab]) => BY_TAB[tab].map((group) => ({ ...group, tab })));
