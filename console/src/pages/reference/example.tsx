import { Play } from 'lucide-react';
import { ApiError } from 'phone-call-agents-client';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import type { Document } from '../../api/document-types.ts';
import { adviceOn } from '../../api/fault.ts';
import { CopyButton } from '../../parts/controls/copy-button.tsx';
import { AreaField, Button, InputField, Segmented } from '../../parts/controls.tsx';
import { Untrusted } from '../../parts/values.tsx';
import { exampleOf, type Listed } from './operations.ts';
import { LANGUAGES, type Language, sampleOf } from './samples.ts';

/** A request as a program, which can be changed, copied, and sent as the person who is signed in. */
export function Example({
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
