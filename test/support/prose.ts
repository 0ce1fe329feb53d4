import { readdirSync, readFileSync } from 'node:fs';

/** Prose of this length: it compresses as prompts do. Pages about old decisions do not change. */
export const proseOf = (characters: number) =>
  readdirSync('docs/decisions')
    .filter((page) => /^00[0-3]/.test(page))
    .sort()
    .map((page) => readFileSync(`docs/decisions/${page}`, 'utf8'))
    .join('\n')
    .slice(0, characters);
