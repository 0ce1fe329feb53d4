import './reference.css';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Play } from 'lucide-react';
import { ApiError } from 'phone-call-agents-client';
import { useEffect, useMemo, useRef, useState } from 'react';
import { api } from '../../api/client.ts';
import { openapi } from '../../api/document.ts';
import type { Document } from '../../api/document-types.ts';
import { adviceOn } from '../../api/fault.ts';
import { Prose } from '../../form/prose.tsx';
import { useAddress } from '../../parts/address.ts';
import { CopyButton } from '../../parts/controls/copy-button.tsx';
import { SearchField } from '../../parts/controls/search-field.tsx';
import { AreaField, Button, InputField, Segmented } from '../../parts/controls.tsx';
import { Page } from '../../parts/page.tsx';
import { QueryState } from '../../parts/query-state.tsx';
import { Untrusted, words } from '../../parts/values.tsx';
import { OperationDetail } from './operation-detail.tsx';
import { exampleOf, FIRST, groupsOf, type Listed } from './operations.ts';
import { LANGUAGES, type Language, sampleOf } from './samples.ts';

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
                <Link
                  key={listed.operation.operationId}
                  to="/api-reference"
                  search={{ operation: listed.operation.operationId, ...(find && { find }) }}
                  aria-current={listed === shown ? 'page' : undefined}
                >
                  <span className={`method ${listed.method}`}>{listed.method.toUpperCase()}</span>
                  <span>
                    {listed.operation.summary} <span className="path">{listed.path}</span>
                  </span>
                </Link>
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
        <details>
          <summary>
            <h2>Common to all operations</h2>
          </summary>
          {document.info.description?.split(/\n\n+/).map((paragraph) => (
            <p key={paragraph} className="lines">
              <Prose text={paragraph} />
            </p>
          ))}
        </details>
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

/** A request as a program, which can be changed, copied, and sent as the person who is signed in. */
function Example({
  document,
  listed,
  language,
  onLanguage,
}: {
  readonly document: Document;
  readonly listed: Listed;
  readonly language: Language;
  readonly onLanguage: (language: Language) => void;
}) {
  const example = exampleOf(document, listed);
  const method = listed.method === 'get' ? 'GET' : 'POST';
  const [target, setTarget] = useState(example.target);
  const [body, setBody] = useState(example.body === undefined ? '' : JSON.stringify(example.body, null, 2));
  const [answer, setAnswer] = useState<string>();
  const [busy, setBusy] = useState(false);
  const sendIt = async () => {
    setBusy(true);
    try {
      const { response, data } = await api.request(method, target, body ? { body: JSON.parse(body) } : {});
      setAnswer(answerText(response.status, data));
    } catch (error) {
      setAnswer(refusalOf(error));
    }
    setBusy(false);
  };
  const isOfThisApi = target.startsWith('/v1/');
  const sample = isOfThisApi
    ? sampleOf(language, location.origin, { method, target, ...(body && { body: parsed(body) }) })
    : 'The path of an operation starts with /v1/.';
  const binary = listed.path.endsWith('/recording');
  return (
    <section className="operation-example" aria-label="Example">
      <div className="row">
        <Segmented label="Language" options={LANGUAGES} value={language} onChange={onLanguage} />
        <CopyButton text={sample}>Copy</CopyButton>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it. */}
      <pre className="answer" tabIndex={0}>
        <Untrusted text={sample} shown={20_000} />
      </pre>
      <InputField label="Address" className="code" value={target} onChange={setTarget} />
      {example.body !== undefined && (
        <AreaField
          label="Body"
          className="code"
          rows={Math.min(16, body.split('\n').length + 1)}
          spellCheck={false}
          value={body}
          onChange={setBody}
        />
      )}
      {!binary && (
        <Button icon={Play} disabled={busy || !isOfThisApi} onClick={sendIt}>
          {busy ? 'Sending …' : method === 'GET' ? 'Send' : 'Send: this changes your data'}
        </Button>
      )}
      <div aria-live="polite">
        {answer !== undefined && (
          <pre className="answer">
            <Untrusted text={answer} shown={10_000} />
          </pre>
        )}
      </div>
    </section>
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const answerText = (status: number, body: unknown) => `${status}\n${JSON.stringify(body, null, 2)}`;

function refusalOf(error: unknown): string {
  if (error instanceof SyntaxError) return 'The body isn’t valid JSON.';
  return error instanceof ApiError
    ? answerText(error.status, { detail: error.issues })
    : adviceOn(error).text;
}
