import { QueryState } from '../../parts/query-state.tsx';
import { words } from '../../parts/values.tsx';
import './reference.css';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { openapi } from '../../api/document.ts';
import type { Document } from '../../api/document-types.ts';
import { useAddress } from '../../parts/address.ts';
import { SearchField } from '../../parts/controls/search-field.tsx';
import { Page } from '../../parts/page.tsx';
import { Prose } from '../../parts/prose.tsx';
import { Example } from './example.tsx';
import { OperationDetail } from './operation-detail.tsx';
import { FIRST, groupsOf, type Listed } from './operations.ts';
import type { Language } from './samples.ts';

/** Every operation of the API, from the document of the service that answers here. */
export default function ReferencePage() {
  const document = useQuery(openapi);
  return (
    <Page
      title="API reference"
      actions={
        <a className="button" href="/v1/openapi.json" target="_blank" rel="noreferrer">
          OpenAPI document
        </a>
      }
    >
      <QueryState query={document} what="the API's document" lines={8} />
      {document.data && <Reference document={document.data} />}
    </Page>
  );
}

/** Three panes: the operations, what one takes, and its example. A narrow screen shows the first, or the other two. */
function Reference({ document }: { readonly document: Document }) {
  const [{ operation: open, find }, setSearch] = useAddress();
  const [language, setLanguage] = useState<Language>('curl');
  const groups = useMemo(() => groupsOf(document, find), [document, find]);
  const all = useMemo(() => groupsOf(document).flatMap(({ operations }) => operations), [document]);
  const shown = all.find(({ operation }) => operation.operationId === (open ?? FIRST));
  const list = useRef<HTMLDivElement>(null);
  const detail = useRef<HTMLDivElement>(null);
  // On a narrow screen the pressed link is gone, and the operation in its place.
  useEffect(() => {
    if (open && list.current?.checkVisibility() === false) detail.current?.focus({ preventScroll: true });
  }, [open]);
  return (
    <div className="reference" data-open={open}>
      <div className="reference-list" ref={list}>
        <search>
          <SearchField
            label="Find an operation"
            value={find ?? ''}
            onChange={(text) => setSearch({ operation: open, find: text })}
          />
        </search>
        {groups.length === 0 && <p className="faint">No operations found</p>}
        <nav aria-label="Operations">
          {groups.map(({ tag, operations }) => (
            <section key={tag} aria-label={words(tag)}>
              <h2>{words(tag)}</h2>
              {operations.map((listed) => (
                <Entry
                  key={listed.operation.operationId}
                  listed={listed}
                  find={find}
                  isShown={listed === shown}
                />
              ))}
            </section>
          ))}
        </nav>
      </div>
      <div className="reference-detail" ref={detail} tabIndex={-1}>
        <Link to="/api-reference" search={find ? { find } : {}} className="reference-back">
          All operations
        </Link>
        {shown && <OperationDetail key={shown.operation.operationId} document={document} listed={shown} />}
        <Introduction text={document.info.description ?? ''} />
      </div>
      {shown && (
        <Example
          key={shown.operation.operationId}
          document={document}
          listed={shown}
          language={language}
          onLanguage={setLanguage}
        />
      )}
    </div>
  );
}

function Entry({
  listed: { method, path, operation },
  find,
  isShown,
}: {
  readonly listed: Listed;
  readonly find: string | undefined;
  readonly isShown: boolean;
}) {
  return (
    <Link
      to="/api-reference"
      search={{ operation: operation.operationId, ...(find && { find }) }}
      aria-current={isShown ? 'page' : undefined}
    >
      <span className={`method ${method}`}>{method.toUpperCase()}</span>
      <span>
        {operation.summary} <span className="path">{path}</span>
      </span>
    </Link>
  );
}

function Introduction({ text }: { readonly text: string }) {
  return (
    <details>
      <summary>
        <h2>Common to all operations</h2>
      </summary>
      {text.split(/\n\n+/).map((paragraph) => (
        <p key={paragraph} className="lines">
          <Prose text={paragraph} />
        </p>
      ))}
    </details>
  );
}
