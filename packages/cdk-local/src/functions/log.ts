import { createWriteStream, renameSync, statSync, type WriteStream } from 'node:fs';

export interface Log {
  write(text: string): void;
  close(): Promise<void>;
}

/** Characters after which the log is rotated to `<name>.1`. */
const MAX_CHARACTERS = 5_000_000;

/** The file is opened on the first write. */
export function openLog(path: string): Log {
  let stream: WriteStream | undefined;
  let characters = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const beginAnew = () => {
    stream?.end();
    stream = undefined;
    characters = 0;
    // A stream that has begun to write keeps the file, whatever its name.
    if (statSync(path, { throwIfNoEntry: false })) renameSync(path, `${path}.1`);
  };
  return {
    write: (text) => {
      if (characters >= MAX_CHARACTERS) beginAnew();
      characters += text.length;
      stream ??= createWriteStream(path, { flags: 'a' });
      stream.write(text);
    },
    close: () => new Promise((resolve) => (stream ? stream.end(() => resolve()) : resolve())),
  };
}
