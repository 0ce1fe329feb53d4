import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { openapi } from '../../api/document.ts';
import type { Document } from '../../api/document-types.ts';
import { Loading } from '../../parts/empty.tsx';
import { FaultNote } from '../../parts/fault-note.tsx';
import { Field } from '../../parts/field.tsx';
import { Page } from '../../parts/page.tsx';
import { Prose } from '../../parts/prose.tsx';
import { words } from '../../parts/status-badge.tsx';
import { OperationDetail } from './operation-detail.tsx';
import { groupsOf, type Listed } from './operations.ts';

/** Every operation of the API, from the document of the service that answers here. */
export default function ReferencePage() {
  const document = useQuery(openapi);
  return (
    <Page
      title="API reference"
      name="API reference"
      actions={
        <a className="button" href="/v1/openapi.json" target="_blank" rel="noreferrer">
          OpenAPI document
        </a>
      }
    >
      {document.error && <FaultNote error={document.error} onRetry={() => void document.refetch()} />}
      {document.isPending && <Loading what="the API's document" />}
      {document.data && <Reference document={document.data} />}
    </Page>
  );
}

function Reference({ document }: { readonly document: Document }) {
  const { operation: open, find } = useSearch({ from: '/frame/api-reference' });
  const navigate = useNavigate();
  const groups = useMemo(() => groupsOf(document, find), [document, find]);
  const go = (search: { operation?: string | undefined; find?: string | undefined }) =>
    navigate({
      to: '/api-reference',
      search: {
        ...(search.operation && { operation: search.operation }),
        ...(search.find && { find: search.find }),
      },
      replace: true,
      resetScroll: false,
    });
  return (
    <>
      <Introduction text={document.info.description ?? ''} />
      <search className="filters">
        <Field label="Find an operation">
          {(control) => (
            <input
              {...control}
              type="search"
              value={find ?? ''}
              onChange={({ target }) => go({ operation: open, find: target.value })}
            />
          )}
        </Field>
      </search>
      {groups.length === 0 && <p className="faint">No operation has these words.</p>}
      {groups.map(({ tag, operations }) => (
        <section key={tag} className="card" aria-label={words(tag)}>
          <h2>{words(tag)}</h2>
          {operations.map((listed) => (
            <Entry
              key={listed.operation.operationId}
              document={document}
              listed={listed}
              open={open === listed.operation.operationId}
              onOpen={(opened) => go({ operation: opened ? listed.operation.operationId : undefined, find })}
            />
          ))}
        </section>
      ))}
    </>
  );
}

function Entry({
  document,
  listed,
  open,
  onOpen,
}: {
  readonly document: Document;
  readonly listed: Listed;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
}) {
  const { method, path, operation } = listed;
  return (
    <details
      className="operation"
      open={open}
      onToggle={({ currentTarget }) => currentTarget.open !== open && onOpen(currentTarget.open)}
    >
      <summary>
        <span className={`method ${method}`}>{method.toUpperCase()}</span> <code>{path}</code>{' '}
        <span className="faint">{operation.summary}</span>
      </summary>
      {open && <OperationDetail document={document} listed={listed} />}
    </details>
  );
}

function Introduction({ text }: { readonly text: string }) {
  return (
    <details className="card">
      <summary>
        <h2>What all operations have in common</h2>
      </summary>
      {text.split(/\n\n+/).map((paragraph) => (
        <p key={paragraph} className="lines">
          <Prose text={paragraph} />
        </p>
      ))}
    </details>
  );
}
