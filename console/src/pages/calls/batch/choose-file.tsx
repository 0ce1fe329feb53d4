import { FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../../../parts/controls.tsx';
import { MOST_BYTES, readSheet, type Sheet } from './read-csv.ts';

/** Chooses the file, by a press or by dropping it here; or takes pasted rows. */
export function ChooseFile({
  name,
  isNumber,
  onFile,
}: {
  /** The name of the file that is chosen. */
  readonly name: string | undefined;
  readonly isNumber: (text: string) => boolean;
  readonly onFile: (file: { readonly name: string; readonly sheet: Sheet }) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string>();
  const [pasted, setPasted] = useState('');
  const latest = useRef<Blob>(undefined);
  const read = async (file: Blob | undefined, fileName: string) => {
    if (!file) return;
    latest.current = file;
    setFault(undefined);
    if (file.size > MOST_BYTES) return setFault('The file is larger than 20 MB. Split it.');
    try {
      const sheet = await readSheet(file, isNumber);
      // Another file was chosen meanwhile.
      if (latest.current !== file) return;
      if (sheet.rows.length === 0) setFault('The file has no rows.');
      else onFile({ name: fileName, sheet });
    } catch {
      if (latest.current === file) setFault('The file could not be read.');
    }
  };
  const readFile = (file: File | undefined) => read(file, file?.name ?? '');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what can be dropped here can be chosen with the button, too.
    <div
      className="choose-file row"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void readFile(event.dataTransfer.files[0]);
      }}
    >
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        className="hidden"
        tabIndex={-1}
        aria-label="CSV file"
        onChange={({ target }) => {
          void readFile(target.files?.[0]);
          // The same file may have been changed since.
          target.value = '';
        }}
      />
      <Button icon={FileUp} onClick={() => input.current?.click()}>
        {name === undefined ? 'Choose a CSV' : 'Choose another CSV'}
      </Button>
      {name === undefined ? (
        <span className="help">
          One row per number, with its country code. Other columns can fill in the agent’s placeholders.
        </span>
      ) : (
        <bdi>{name}</bdi>
      )}
      <details>
        <summary>Paste rows instead</summary>
        <textarea
          aria-label="Rows"
          rows={4}
          placeholder="+1 555 123 0001"
          value={pasted}
          onChange={({ target }) => setPasted(target.value)}
        />
        <Button disabled={pasted.trim() === ''} onClick={() => void read(new Blob([pasted]), 'Pasted rows')}>
          Use these rows
        </Button>
      </details>
      {fault && (
        <p className="fault" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}
