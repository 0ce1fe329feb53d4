import { useState } from 'react';
import { send } from '../../api/client.ts';
import { curlOf } from '../../api/curl.ts';
import type { Document, JsonSchema } from '../../api/document-types.ts';
import { adviceOn } from '../../api/fault.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Field } from '../../parts/field.tsx';
import { Prose } from '../../parts/prose.tsx';
import { Json } from '../../parts/raw-json.tsx';
import { Untrusted } from '../../parts/untrusted.tsx';
import { exampleOf, type Listed, parametersOf, partsOf, typeOf } from './operations.ts';

/** All about one operation: what it takes and answers, with an example that can be copied or sent. */
export function OperationDetail({
  document,
  listed,
}: {
  readonly document: Document;
  readonly listed: Listed;
}) {
  const { operation } = listed;
  const body = operation.requestBody?.content['application/json']?.schema;
  const scopes = (operation.security ?? []).flatMap((one) => Object.values(one).flat());
  return (
    <div className="operation-detail">
      {operation.description && (
        <p>
          <Prose text={operation.description} />
        </p>
      )}
      {scopes.length > 0 && (
        <p className="help">
          Scope:{' '}
          {[...new Set(scopes)].map((scope) => (
            <code key={scope}>{scope} </code>
          ))}
        </p>
      )}
      <Parameters document={document} listed={listed} />
      {body && (
        <>
          <h3>Body</h3>
          <Properties document={document} schema={body} depth={0} />
        </>
      )}
      <h3>Example</h3>
      <Example document={document} listed={listed} />
      <Answers document={document} listed={listed} />
    </div>
  );
}

function Parameters({ document, listed }: { readonly document: Document; readonly listed: Listed }) {
  const parameters = parametersOf(document, listed.operation);
  if (parameters.length === 0) return null;
  return (
    <>
      <h3>Parameters</h3>
      <dl className="properties">
        {parameters.map(({ name, in: where, required, description = '', schema = {} }) => (
          <div key={`${where} ${name}`}>
            <dt>
              <code>{name}</code> <span className="faint">{`${where}, ${typeOf(schema)}`}</span>
              {required && <span className="badge busy">needed</span>}
            </dt>
            <dd>
              <Prose text={description} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** Depth to which a schema opens: deeper ones repeat what is shown elsewhere. */
const MOST_DEEP = 5;

function Properties({
  document,
  schema,
  depth,
}: {
  readonly document: Document;
  readonly schema: JsonSchema;
  readonly depth: number;
}) {
  const parts = partsOf(document, schema);
  return parts.map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: variants have no name, and their order does not change.
    <div key={at}>
      {parts.length > 1 && <p className="faint">{at === 0 ? 'Either' : 'or'}</p>}
      <dl className="properties">
        {Object.entries(part.properties ?? {}).map(([name, property]) => (
          <Property
            key={name}
            document={document}
            name={name}
            property={property}
            required={part.required?.includes(name) ?? false}
            depth={depth}
          />
        ))}
      </dl>
    </div>
  ));
}

function Property({
  document,
  name,
  property,
  required,
  depth,
}: {
  readonly document: Document;
  readonly name: string;
  readonly property: JsonSchema;
  readonly required: boolean;
  readonly depth: number;
}) {
  const [open, setOpen] = useState(false);
  const inner = depth < MOST_DEEP && partsOf(document, property).length > 0;
  return (
    <div>
      <dt>
        <code>{name}</code> <span className="faint">{typeOf(property)}</span>
        {required && <span className="badge busy">needed</span>}
      </dt>
      <dd>
        <Prose text={property.description ?? ''} />
        {inner && (
          <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
            <summary>Its fields</summary>
            {open && <Properties document={document} schema={property} depth={depth + 1} />}
          </details>
        )}
      </dd>
    </div>
  );
}

/** A request that can be changed, copied, and sent as the person who is signed in. */
function Example({ document, listed }: { readonly document: Document; readonly listed: Listed }) {
  const example = exampleOf(document, listed);
  const method = listed.method === 'get' ? 'GET' : 'POST';
  const [target, setTarget] = useState(example.target);
  const [body, setBody] = useState(example.body === undefined ? '' : JSON.stringify(example.body, null, 2));
  const [answer, setAnswer] = useState<string>();
  const [busy, setBusy] = useState(false);
  const sendIt = async () => {
    setBusy(true);
    try {
      const response = await send(method, target, body ? { body } : {});
      setAnswer(`${response.status}\n${pretty(await response.text())}`);
    } catch (error) {
      setAnswer(adviceOn(error).text);
    }
    setBusy(false);
  };
  const binary = listed.path.endsWith('/recording');
  return (
    <>
      <Field label="Address">
        {(control) => (
          <input
            {...control}
            className="code"
            value={target}
            onChange={({ target: { value } }) => setTarget(value)}
          />
        )}
      </Field>
      {example.body !== undefined && (
        <Field label="Body">
          {(control) => (
            <textarea
              {...control}
              className="code"
              rows={Math.min(16, body.split('\n').length + 1)}
              spellCheck={false}
              value={body}
              onChange={({ target: { value } }) => setBody(value)}
            />
          )}
        </Field>
      )}
      <div className="actions">
        <CopyButton
          text={() => curlOf(location.origin, { method, target, ...(body && { body: parsed(body) }) })}
        >
          Copy as curl
        </CopyButton>
        {!binary && (
          <button type="button" disabled={busy || !target.startsWith('/v1/')} onClick={sendIt}>
            {busy ? 'Sending …' : method === 'GET' ? 'Send' : 'Send: this changes your data'}
          </button>
        )}
      </div>
      <div aria-live="polite">
        {answer !== undefined && (
          <pre className="answer">
            <Untrusted text={answer} shown={10_000} />
          </pre>
        )}
      </div>
    </>
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function Answers({ document, listed }: { readonly document: Document; readonly listed: Listed }) {
  return (
    <>
      <h3>Answers</h3>
      {Object.entries(listed.operation.responses).map(([status, given]) => {
        const name = given.$ref?.split('/').at(-1);
        const response = name === undefined ? given : (document.components.responses?.[name] ?? given);
        const media = Object.values(response.content ?? {})[0];
        return (
          <AnswerOf
            key={status}
            document={document}
            status={status}
            description={response.description}
            media={media}
          />
        );
      })}
    </>
  );
}

function AnswerOf({
  document,
  status,
  description = '',
  media,
}: {
  readonly document: Document;
  readonly status: string;
  readonly description: string | undefined;
  readonly media:
    | { readonly schema?: JsonSchema; readonly examples?: Readonly<Record<string, { value?: unknown }>> }
    | undefined;
}) {
  const [open, setOpen] = useState(false);
  const example = Object.values(media?.examples ?? {})[0]?.value;
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <strong>{status}</strong> <Prose text={description} />
      </summary>
      {open && media?.schema && <Properties document={document} schema={media.schema} depth={0} />}
      {open && example !== undefined && <Json value={example} />}
    </details>
  );
}
