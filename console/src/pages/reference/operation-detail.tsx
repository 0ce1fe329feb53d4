import { useState } from 'react';
import type { Document, JsonSchema } from '../../api/document-types.ts';
import { Prose } from '../../parts/prose.tsx';
import { Json } from '../../parts/raw-json.tsx';
import { type Listed, parametersOf, partsOf, typeOf } from './operations.ts';

/** What an operation does, takes and answers. */
export function OperationDetail({
  document,
  listed,
}: {
  readonly document: Document;
  readonly listed: Listed;
}) {
  const { method, path, operation } = listed;
  const body = operation.requestBody?.content['application/json']?.schema;
  const scopes = (operation.security ?? []).flatMap((one) => Object.values(one).flat());
  return (
    <article className="operation-detail" aria-label={operation.summary}>
      <h2>{operation.summary}</h2>
      <p>
        <span className={`method ${method}`}>{method.toUpperCase()}</span> <code>{path}</code>
      </p>
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
      <Answers document={document} listed={listed} />
    </article>
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
              {required && <span className="badge busy">required</span>}
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
        {required && <span className="badge busy">required</span>}
      </dt>
      <dd>
        <Prose text={property.description ?? ''} />
        {inner && (
          <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
            <summary>Fields</summary>
            {open && <Properties document={document} schema={property} depth={depth + 1} />}
          </details>
        )}
      </dd>
    </div>
  );
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
