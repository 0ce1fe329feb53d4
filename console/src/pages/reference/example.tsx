import { Play } from 'lucide-react';
import { useState } from 'react';
import { send } from '../../api/client.ts';
import type { Document } from '../../api/document-types.ts';
import { adviceOn } from '../../api/fault.ts';
import { CopyButton } from '../../parts/controls/copy-button.tsx';
import { AreaField, InputField } from '../../parts/controls/input-field.tsx';
import { Segmented } from '../../parts/controls/segmented.tsx';
import { Untrusted } from '../../parts/untrusted.tsx';
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
      const response = await send(method, target, body ? { body } : {});
      setAnswer(`${response.status}\n${pretty(await response.text())}`);
    } catch (error) {
      setAnswer(adviceOn(error).text);
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
        <button type="button" disabled={busy || !isOfThisApi} onClick={sendIt}>
          <Play size={16} aria-hidden="true" />{' '}
          {busy ? 'Sending …' : method === 'GET' ? 'Send' : 'Send: this changes your data'}
        </button>
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

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
