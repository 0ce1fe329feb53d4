import { useMutation } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { ApiError } from 'phone-call-agents-client';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { api, type Schema } from '../../../api/client.ts';
import { adviceOn } from '../../../api/fault.ts';
import { FieldsOf } from '../../../form/control.tsx';
import { type FormField, objectOf, type Values } from '../../../form/field.ts';
import { milliseconds } from '../../../format/duration.ts';
import { Button } from '../../../parts/controls.tsx';
import { JsonText } from '../../../parts/json/json-field.tsx';
import { Facts, Untrusted } from '../../../parts/values.tsx';
import type { Action } from './kinds.ts';
import { argumentsOf, type Parameter, parametersOf } from './parameters.ts';

type Headers = Schema<'ActionTest'>['request']['headers'];

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
        {test.error && <p className="note bad">{reasonOf(test.error)}</p>}
        {test.data && !test.isPending && <Sides exchange={test.data} />}
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

/** What is wrong, with the names of the fields that the API found it in. */
function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError) return error.message;
  return error instanceof ApiError && error.status === 422
    ? error.issues.map(({ loc, msg }) => `${loc.slice(1).join('.')}: ${msg}`).join(' ')
    : adviceOn(error).text;
}

function fieldOf({ name, kind, options, required }: Parameter): FormField {
  const label = required ? name : `${name} (optional)`;
  const choices = kind === 'yes or no' ? ['yes', 'no'] : options;
  if (kind === 'yes or no' || kind === 'one of')
    return { kind: 'choice', label, options: Object.fromEntries(choices.map((one) => [one, one])) };
  return { kind: kind === 'text' ? 'text' : 'number', label };
}

function Sides({ exchange: { request, response, error } }: { readonly exchange: Schema<'ActionTest'> }) {
  return (
    <div className="exchange">
      <Side title="Request" {...request}>
        <code>{request.method}</code> <Untrusted text={request.url} />
      </Side>
      {response ? (
        <Side title="Answer" {...response}>
          <span className={`badge ${error === null ? 'good' : 'bad'}`}>{response.status}</span>{' '}
          {milliseconds(response.ms)}
        </Side>
      ) : (
        <section aria-label="Answer">
          <h3>No answer</h3>
        </section>
      )}
      {error !== null && (
        <p className="note bad">
          <Untrusted text={error} />
        </p>
      )}
    </div>
  );
}

/** Headers that prove who sent the request: see the standard that names them, https://www.standardwebhooks.com */
const SIGNATURE = /^(webhook-(id|timestamp|signature)|x-action-signature)$/i;

function Side({
  title,
  headers,
  body,
  children,
}: {
  readonly title: string;
  readonly headers: Headers;
  readonly body: string;
  readonly children: ReactNode;
}) {
  const [signature, others] = [true, false].map((isOf) =>
    Object.entries(headers).filter(([name]) => SIGNATURE.test(name) === isOf),
  );
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <p>{children}</p>
      <pre className="answer">
        <Untrusted text={body} />
      </pre>
      {signature && signature.length > 0 && (
        <>
          <h4>Signature</h4>
          <HeaderList headers={signature} />
        </>
      )}
      <details>
        <summary>Headers</summary>
        <HeaderList headers={others ?? []} />
      </details>
    </section>
  );
}

const HeaderList = ({ headers }: { readonly headers: readonly (readonly [string, string])[] }) => (
  <Facts
    facts={Object.fromEntries(
      headers.map(([name, value]) => [
        name,
        <code key={name}>
          <Untrusted text={value} />
        </code>,
      ]),
    )}
  />
);
