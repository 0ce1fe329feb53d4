import { useMutation } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { api, type Schema } from '../../../api/client.ts';
import { messagesElsewhere } from '../../../api/fault.ts';
import { FieldsOf } from '../../../form/control.tsx';
import { type FormField, objectOf, type Values } from '../../../form/field.ts';
import { milliseconds } from '../../../format/duration.ts';
import { Button, Faults } from '../../../parts/controls.tsx';
import { JsonText } from '../../../parts/json/json-field.tsx';
import { RawJson } from '../../../parts/raw-json.tsx';
import { Untrusted } from '../../../parts/values.tsx';
import type { Action } from './kinds.ts';
import { argumentsOf, type Parameter, parametersOf } from './parameters.ts';

/** Asks the service as a call would, and shows both sides. */
export function TestRequest({
  action,
  schema,
}: {
  /** The action, or its id: then its own secret signs the request. */
  readonly action: Action | string;
  readonly schema: unknown;
}) {
  const parameters = parametersOf(schema)?.filter(({ name }) => name !== '');
  const [entered, setEntered] = useState<Values>({});
  const [json, setJson] = useState('{}');
  const test = useMutation({
    mutationFn: async () => {
      const body = { action, arguments: parameters ? argumentsOf(parameters, entered) : parsed(json) };
      return (await api.request<Schema<'ActionTest'>>('POST', '/v1/actions/test', { body })).data;
    },
  });
  const part = useRef<HTMLDetailsElement>(null);
  const answer = useRef<HTMLDivElement>(null);
  const [tries, setTries] = useState(0);
  const lacking = (parameters ?? []).flatMap(({ name, required }) =>
    required && (entered[name] ?? '') === '' ? [name] : [],
  );
  const missing = tries > 0 ? lacking : [];
  const send = () => {
    if (test.isPending) return;
    setTries(tries + 1);
    if (lacking.length === 0) test.mutate();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try shows what is missing.
  useEffect(() => part.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), [tries]);
  // An answer may be out of sight.
  useEffect(() => {
    if (test.data || test.error) answer.current?.scrollIntoView({ block: 'nearest' });
  }, [test.data, test.error]);
  return (
    <details className="test-request" ref={part}>
      <summary>Send a test request</summary>
      <p className="help">Your service receives it, signed as in a call and marked as a rehearsal.</p>
      {parameters ? (
        // Enter would save the action.
        // biome-ignore lint/a11y/noStaticElementInteractions: it hears of keys in the fields within.
        <div
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            send();
          }}
        >
          <FieldsOf
            fields={Object.fromEntries(parameters.map((one) => [one.name, fieldOf(one)]))}
            value={entered}
            faultsAt={([name]) => missing.filter((one) => one === name).map((one) => `Fill in ${one}.`)}
            onChange={(next) => setEntered(objectOf(next))}
          />
        </div>
      ) : (
        <div className="field">
          <JsonText label="Arguments as JSON" text={json} isWrong={false} onChange={setJson} />
        </div>
      )}
      <Button icon={Send} aria-disabled={test.isPending} onClick={send}>
        {test.isPending ? 'Waiting for the answer …' : 'Send the request'}
      </Button>
      <div role="status" ref={answer}>
        <Faults faults={messagesElsewhere(test.error, [])} />
        {test.data && !test.isPending && <Answer exchange={test.data} />}
      </div>
    </details>
  );
}

/** The arguments that were written. Half of them keeps nobody from saving the action. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new SyntaxError('The arguments aren’t valid JSON.');
  }
}

function fieldOf({ name, kind, options, required }: Parameter): FormField {
  const label = required ? name : `${name} (optional)`;
  const choices = kind === 'yes or no' ? ['yes', 'no'] : options;
  if (kind === 'yes or no' || kind === 'one of')
    return { kind: 'choice', label, options: Object.fromEntries(choices.map((one) => [one, one])) };
  return { kind: kind === 'text' ? 'text' : 'number', label };
}

/** What the service answered; on request with all that was sent. */
function Answer({ exchange }: { readonly exchange: Schema<'ActionTest'> }) {
  const { response, error } = exchange;
  return (
    <section aria-label="Answer">
      <p>
        <span className={`badge ${error === null ? 'good' : 'bad'}`}>{response?.status ?? 'No answer'}</span>{' '}
        {response && milliseconds(response.ms)}
      </p>
      {error !== null && (
        <p className="note bad">
          <Untrusted text={error} />
        </p>
      )}
      {response && (
        <pre className="answer">
          <Untrusted text={response.body} />
        </pre>
      )}
      <RawJson value={exchange} title="Request and answer with their headers" />
    </section>
  );
}
