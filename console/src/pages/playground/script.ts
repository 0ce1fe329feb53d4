import type { Schema } from '../../api/client.ts';

/** What a line of the caller sends: words, or keys. */
export type Line = { readonly text: string } | { readonly keys: string };

/** Reads a line as scripts write it: `(press 1 2 #)` presses keys, anything else is said. */
export function lineOf(written: string): Line {
  const [, keys] = /^\(press\s+([0-9*#][0-9*#\s]*)\)$/i.exec(written.trim()) ?? [];
  return keys === undefined ? { text: written.trim() } : { keys: keys.replace(/\s/g, '') };
}

/** Whether the line that the caller says now is among the turns: a turn of the caller follows those before it. */
export const isStored = (
  turns: readonly Pick<Schema<'CallTurn'>, 'number' | 'sender'>[],
  { after }: { readonly after: number },
): boolean => turns.some(({ number, sender }) => sender === 'human' && number > after);

/** A line of the caller as scripts write it. */
export function writtenLine({ text }: Pick<Schema<'CallTurn'>, 'text'>): string {
  const [, keys] = /^\[keys ([0-9*#]+)[^\]]*\]$/.exec(text ?? '') ?? [];
  return keys === undefined ? (text ?? '') : `(press ${keys.split('').join(' ')})`;
}

/** A script that `npm run call` plays: what the caller said, a line each. */
export function scriptOf({ id, agent, agent_version: version, turns }: Schema<'Rehearsal'>): string {
  const head = [
    `# Rehearsal ${id} with agent ${agent}${version === undefined ? '' : `, version ${version}`}.`,
    `# npm run call -- --agent ${agent} --script FILE`,
  ];
  const lines = turns.flatMap((turn) => (turn.sender === 'human' ? [scriptLine(writtenLine(turn))] : []));
  return `${[...head, ...lines].join('\n')}\n`;
}

/** One line. Words that a script would take for something else are marked as words. */
function scriptLine(written: string): string {
  const line = written.replace(/\s+/g, ' ').trim();
  return 'keys' in lineOf(line) || !/^[#>(\\]/.test(line) ? line : `\\${line}`;
}
