import { readFileSync } from 'node:fs';

const runbook = readFileSync(new URL('../../../docs/runbook.md', import.meta.url), 'utf8');

/** The section of the runbook under a heading. */
export const sectionOf = (heading: string) =>
  runbook.split(/^#+ /m).find((text) => text.startsWith(`${heading}\n`));
