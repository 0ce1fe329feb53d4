import { useState } from 'react';
import { FieldsOf } from '../../../form/control.tsx';
import { type Fields, objectOf } from '../../../form/field.ts';
import { SchemaRows } from '../../../form/schema-rows.tsx';
import { Faults, Segmented } from '../../../parts/controls.tsx';
import { JsonField } from '../../../parts/json/json-field.tsx';
import type { Action } from './kinds.ts';
import { inputSchemaOf, type Parameter, parametersOf } from './parameters.ts';
import { TestRequest } from './test-request.tsx';
import { TriggerControl } from './trigger-control.tsx';

const CONFIRM = {
  kind: 'boolean',
  label: 'Ask the contact to confirm',
  help: 'The agent reads back what it sends, and sends it if the contact agrees.',
} as const;

const PHONE_NUMBER = { type: 'tel', label: 'Number to call' } as const;

/** The fields of each kind, and those that are folded. */
const FIELDS: Partial<Readonly<Record<Action['type'], readonly [shown: Fields, folded?: Fields]>>> = {
  action_transfer_call: [
    { phone_number: PHONE_NUMBER },
    {
      warm_transfer: {
        label: 'Warm transfer',
        help: 'Asks the person who picks up before connecting them.',
        more: 'They hear what the call is about, and press 1 to take it. The service hangs up on answering machines. Meanwhile the contact hears ringing.',
        fields: {
          further_phone_numbers: {
            kind: 'lines',
            label: 'Further phone numbers',
            help: 'Up to four, one per line. They are tried in this order.',
          },
          whisper: {
            kind: 'prose',
            label: 'Whisper',
            help: 'What the person hears first. If empty, the language model summarizes the conversation.',
          },
          ring_seconds: {
            label: 'Ring',
            help: 'Maximum number of seconds that each number rings.',
            unit: 'seconds',
            ...{ minimum: 5, maximum: 60, default: 20 },
          },
          max_seconds: {
            label: 'Return after',
            help: 'After this time no further number is tried, and the contact returns to the agent.',
            unit: 'seconds',
            ...{ minimum: 15, maximum: 300, default: 120 },
          },
        },
      },
    },
  ],
  action_add_to_conference: [
    {
      phone_number: PHONE_NUMBER,
      place_primary_on_hold: {
        kind: 'boolean',
        label: 'Play music while it rings',
        help: 'Otherwise the contact hears silence until somebody answers.',
        default: true,
      },
    },
  ],
  action_send_text: [
    {
      text: {
        kind: 'prose',
        label: 'Text message',
        help: `Can contain \${…} from the call’s context. If empty, the language model writes it.`,
      },
    },
  ],
  action_mcp: [
    {
      url: { type: 'url', label: 'URL of the MCP server' },
      name: {
        label: 'Tool',
        help: 'Its name at the server. If you change it, its description and parameters are fetched again.',
      },
      description: {
        kind: 'prose',
        label: 'When to use it',
        help: 'If empty, the server’s own description.',
      },
    },
    {
      headers: {
        label: 'Sign in to the server',
        fields: {
          Authorization: { kind: 'secret', label: 'Authorization', help: 'Such as Bearer and a token.' },
        },
      },
      confirm: CONFIRM,
    },
  ],
  action_external: [
    {
      name: { label: 'Name', help: 'For the language model, such as look_up_order.' },
      url: {
        type: 'url',
        label: 'URL of your service',
        help: 'Receives a POST and must answer {"result": …} within 10 seconds.',
      },
      description: {
        kind: 'prose',
        label: 'When to use it',
        help: 'Tell the language model what the service does, and when to call it.',
      },
    },
    {
      confirm: CONFIRM,
      idempotent: {
        kind: 'boolean',
        label: 'May be repeated',
        help: 'Your service takes requests with the same Idempotency-Key as one, or only reads.',
      },
      signature_secret: {
        kind: 'secret',
        label: 'Signature secret',
        help: 'In base64. It signs the request by Standard Webhooks. If you give none, the service generates one.',
      },
    },
  ],
};

/** When the agent speaks during a request to a service. */
const SPEAKING: Fields = {
  speak_on_send: {
    kind: 'boolean',
    label: 'Say “One moment, please” before the request',
    help: 'Otherwise only if the answer takes more than two seconds.',
  },
  speak_on_receive: {
    kind: 'boolean',
    label: 'Respond as soon as the answer arrives',
    help: 'Otherwise the agent uses it when it next speaks.',
  },
};

/** Kinds that a phrase or keys can take in place of the language model. */
const BY_PHRASE: readonly Action['type'][] = [
  'action_end_conversation',
  'action_transfer_call',
  'action_add_to_conference',
  'action_set_hold',
];

/** The fields of an action: what it cannot do without, when it is taken, and the rest folded. */
export function ActionFields({
  id,
  action,
  onChange,
  faultsAt,
}: {
  /** The id of a stored action that is unchanged. */
  readonly id: string | undefined;
  readonly action: Action;
  readonly onChange: (action: Action) => void;
  readonly faultsAt: (path: readonly string[]) => readonly string[];
}) {
  const { type, config } = action;
  const [shown = {}, folded] = FIELDS[type] ?? [];
  const change = (changed: unknown) => onChange({ ...action, config: objectOf(changed) });
  const fieldsOf = (fields: Fields) => (
    <FieldsOf fields={fields} value={config} path={['config']} faultsAt={faultsAt} onChange={change} />
  );
  return (
    <>
      {fieldsOf(shown)}
      {type === 'action_external' && (
        <>
          <ParametersControl
            schema={config.input_schema}
            onChange={(schema) => change({ ...config, input_schema: schema })}
            faults={faultsAt(['config', 'input_schema'])}
          />
          {fieldsOf(SPEAKING)}
          <TestRequest action={id ?? action} schema={config.input_schema} />
        </>
      )}
      {BY_PHRASE.includes(type) && (
        <TriggerControl
          trigger={action.action_trigger}
          onChange={(trigger) => onChange({ ...action, action_trigger: trigger })}
          faults={faultsAt(['action_trigger'])}
        />
      )}
      {folded && (
        <details>
          <summary>More</summary>
          {fieldsOf(folded)}
        </details>
      )}
    </>
  );
}

const EMPTY: Parameter = { name: '', kind: 'text', description: '', options: [], required: true };

/** What the agent asks the contact for and sends to a service: as a list, or as the JSON schema that it stands for. */
function ParametersControl({
  schema,
  onChange,
  faults,
}: {
  readonly schema: unknown;
  readonly onChange: (schema: unknown) => void;
  readonly faults: readonly string[];
}) {
  const [rows, setRows] = useState(() => parametersOf(schema));
  const put = (next: readonly Parameter[]) => {
    setRows(next);
    onChange(inputSchemaOf(next));
  };
  const listed = parametersOf(schema);
  return (
    <fieldset className="parameters">
      <legend>What the agent sends</legend>
      <div className="row">
        <Segmented
          label="Edit as"
          options={[
            ['list', 'List'],
            ['json', 'JSON'],
          ]}
          value={rows ? 'list' : 'json'}
          onChange={(chosen) => setRows(chosen === 'list' ? listed : undefined)}
        />
        {!rows && !listed && <span className="help">This schema can’t be shown as a list.</span>}
      </div>
      {rows ? (
        <SchemaRows rows={rows} what="parameter" empty={EMPTY} onChange={put} />
      ) : (
        <JsonField label="JSON schema of the parameters" value={schema} onChange={onChange} />
      )}
      <Faults faults={faults} />
    </fieldset>
  );
}
