import type { ReactNode } from 'react';
import type { Document, JsonSchema, MediaTypes } from '../../api/document-types.ts';
import { Prose } from '../../form/prose.tsx';
import { Fold, Json } from '../../parts/raw-json.tsx';
import { type Listed, parametersOf, partsOf, typeOf } from './operations.ts';

interface Detail {
  readonly document: Document;
  readonly listed: Listed;
}

/** What an operation does, takes and answers. */
export function OperationDetail({ document, listed }: Detail) {
  const { method, path, operation } = listed;
  const body = operation.requestBody?.content['application/json']?.schema;
  const scopes = (operation.security ?? []).flatMap((one) => Object.values(one).flat());
  const parameters = parametersOf(document, operation);
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
      {parameters.length > 0 && (
        <>
          <h3>Parameters</h3>
          <dl className="properties">
            {parameters.map(({ name = '', in: where, required, description, schema = {} }) => (
              <Property
                key={`${where} ${name}`}
                name={name}
                type={`${where}, ${typeOf(schema)}`}
                required={required}
                description={description}
              />
            ))}
          </dl>
        </>
      )}
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
            name={name}
            type={typeOf(property)}
            required={part.required?.includes(name)}
            description={property.description}
          >
            {depth < MOST_DEEP && partsOf(document, property).length > 0 && (
              <Fold title="Fields">
                {() => <Properties document={document} schema={property} depth={depth + 1} />}
              </Fold>
            )}
          </Property>
        ))}
      </dl>
    </div>
  ));
}

/** A name with its type, and what it means. */
function Property({
  name,
  type,
  required = false,
  description = '',
  children,
}: {
  readonly name: string;
  readonly type: string;
  readonly required?: boolean | undefined;
  readonly description?: string | undefined;
  /** Its own fields. */
  readonly children?: ReactNode;
}) {
  return (
    <div>
      <dt>
        <code>{name}</code> <span className="faint">{type}</span>
        {required && <span className="badge busy">required</span>}
      </dt>
      <dd>
        <Prose text={description} />
        {children}
      </dd>
    </div>
  );
}

function Answers({ document, listed }: Detail) {
  return (
    <>
      <h3>Answers</h3>
      {Object.entries(listed.operation.responses).map(([status, given]) => {
        const name = given.$ref?.split('/').at(-1);
        const response = name === undefined ? given : (document.components.responses?.[name] ?? given);
        const { schema, examples = {} }: MediaTypes[string] = Object.values(response.content ?? {})[0] ?? {};
        const example = Object.values(examples)[0]?.value;
        const title = (
          <>
            <strong>{status}</strong> <Prose text={response.description ?? ''} />
          </>
        );
        return (
          <Fold key={status} title={title}>
            {() => (
              <>
                {schema && <Properties document={document} schema={schema} depth={0} />}
                {example !== undefined && <Json value={example} />}
              </>
            )}
          </Fold>
        );
      })}
    </>
  );
}
