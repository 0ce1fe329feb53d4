import { readFileSync } from 'node:fs';

/** The rows of a data file beside a test, with a JSON value in each line. */
export const rowsOf = <Row>(test: string, file: string): Row[] =>
  readFileSync(new URL(file, test), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
