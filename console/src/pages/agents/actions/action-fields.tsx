import { FieldsOf } from '../../../form/control.tsx';
import { type Fields as FormFields, objectOf } from '../../../form/field.ts';
import { Field, Switch } from '../../../parts/controls.tsx';
import type { Action } from './kinds.ts';
import { ParametersControl } from './parameters-control.tsx';
import { TestRequest } from './test-request.tsx';
import { TriggerControl } from './trigger-control.tsx';

interface Fields {
  readonly action: Action;
  readonly onChange: (action: Action) => void;
  readonly faultsAt: (path: readonly string[]) => readonly string[];
}

const CONFIRM = {
  kind: 'boolean',
  label: 'Ask the contact to confirm',
  help: 'The agent reads back what it sends, and sends it if the contact agrees.',
} as const;

/** Fields that are folded, by the kind. */
const FOLDED: Partial<Readonly<Record<Action['type'], FormFields>>> = {
  action_transfer_call: {
    warm_transfer: {
      kind: 'group',
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
          kind: 'number',
          label: 'Ring',
          help: 'Maximum number of seconds that each number rings.',
          unit: 'seconds',
          ...{ minimum: 5, maximum: 60, default: 20 },
        },
        max_seconds: {
          kind: 'number',
          label: 'Return after',
          help: 'After this time no further number is tried, and the contact returns to the agent.',
          unit: 'seconds',
          ...{ minimum: 15, maximum: 300, default: 120 },
        },
      },
    },
  },
  action_external: {
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
  action_mcp: {
    headers: {
      kind: 'group',
      label: 'Sign in to the server',
      fields: {
        Authorization: { kind: 'secret', label: 'Authorization', help: 'Such as Bearer and a token.' },
      },
    },
    confirm: CONFIRM,
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
  ...fields
}: Fields & {
  /** The id of a stored action that is unchanged. */
  readonly id: string | undefined;
}) {
  const { action, onChange, faultsAt } = fields;
  const { type, config } = action;
  const put = (name: string, value: unknown) => onChange({ ...action, config: { ...config, [name]: value } });
  const folded = FOLDED[type];
  return (
    <>
      {(type === 'action_transfer_call' || type === 'action_add_to_conference') && (
        <TextField {...fields} name="phone_number" label="Number to call" type="tel" />
      )}
      {type === 'action_add_to_conference' && (
        <Switch
          label="Play music while it rings"
          help="Otherwise the contact hears silence until somebody answers."
          isSelected={config.place_primary_on_hold !== false}
          onChange={(isOn) => put('place_primary_on_hold', isOn)}
        />
      )}
      {type === 'action_send_text' && (
        <TextField
          {...fields}
          name="text"
          label="Text message"
          help="Can contain ${…} from the call’s context. If empty, the language model writes it."
          isProse
          isNullable
        />
      )}
      {type === 'action_mcp' && (
        <>
          <TextField {...fields} name="url" label="URL of the MCP server" type="url" />
          <TextField
            {...fields}
            name="name"
            label="Tool"
            help="Its name at the server. If you change it, its description and parameters are fetched again."
          />
          <TextField
            {...fields}
            name="description"
            label="When to use it"
            help="If empty, the server’s own description."
            isProse
            isNullable
          />
        </>
      )}
      {type === 'action_external' && <ServiceFields {...fields} id={id} put={put} />}
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
          <FieldsOf
            fields={folded}
            value={config}
            path={['config']}
            faultsAt={faultsAt}
            onChange={(changed) => onChange({ ...action, config: objectOf(changed) })}
          />
        </details>
      )}
    </>
  );
}

function ServiceFields({
  id,
  put,
  ...fields
}: Fields & { readonly id: string | undefined; readonly put: (name: string, value: unknown) => void }) {
  const { action, faultsAt } = fields;
  const { config } = action;
  return (
    <>
      <div className="two-fields">
        <TextField
          {...fields}
          name="name"
          label="Name"
          help="For the language model, such as look_up_order."
        />
        <TextField
          {...fields}
          name="url"
          label="URL of your service"
          type="url"
          help={'Receives a POST and must answer {"result": …} within 10 seconds.'}
        />
      </div>
      <TextField
        {...fields}
        name="description"
        label="When to use it"
        help="Tell the language model what the service does, and when to call it."
        isProse
      />
      <ParametersControl
        schema={config.input_schema}
        onChange={(schema) => put('input_schema', schema)}
        faults={faultsAt(['config', 'input_schema'])}
      />
      <Switch
        label="Say “One moment, please” before the request"
        help="Otherwise only if the answer takes more than two seconds."
        isSelected={config.speak_on_send === true}
        onChange={(isOn) => put('speak_on_send', isOn)}
      />
      <Switch
        label="Respond as soon as the answer arrives"
        help="Otherwise the agent uses it when it next speaks."
        isSelected={config.speak_on_receive === true}
        onChange={(isOn) => put('speak_on_receive', isOn)}
      />
      <TestRequest action={id ?? action} schema={config.input_schema} />
    </>
  );
}

function TextField({
  action,
  onChange,
  faultsAt,
  name,
  label,
  help,
  type = 'text',
  isProse = false,
  isNullable = false,
}: Fields & {
  /** The field of the settings. */
  readonly name: string;
  readonly label: string;
  readonly help?: string;
  readonly type?: 'text' | 'tel' | 'url';
  readonly isProse?: boolean;
  /** Whether no text is null. */
  readonly isNullable?: boolean;
}) {
  const value = String(action.config[name] ?? '');
  const put = (text: string) => {
    const value = isNullable && text === '' ? null : text;
    onChange({ ...action, config: { ...action.config, [name]: value } });
  };
  return (
    <Field label={label} help={help} faults={faultsAt(['config', name])}>
      {(control) =>
        isProse ? (
          <textarea {...control} rows={2} value={value} onChange={({ target }) => put(target.value)} />
        ) : (
          <input {...control} type={type} value={value} onChange={({ target }) => put(target.value)} />
        )
      }
    </Field>
  );
}
