import { createWriteStream, type WriteStream } from 'node:fs';

/** A text file that is appended to. */
export interface Log {
  write(text: string): void;
  close(): Promise<void>;
}

/** The file is opened when there is something to write. */
export function openLog(path: string): Log {
  let stream: WriteStream | undefined;
  return {
    write: (text) => {
      stream ??= createWriteStream(path, { flags: 'a' });
      stream.write(text);
    },
    close: () => new Promise((resolve) => (stream ? stream.end(() => resolve()) : resolve())),
  };
}
