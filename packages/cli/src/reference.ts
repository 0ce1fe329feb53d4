import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { descendants, makeProgram } from './program.ts';

/** The help of every command in Markdown. */
export function commandReference(): string {
  const program = makeProgram();
  const leaves = descendants(program).filter(({ commands }) => commands.length === 0);
  return [program, ...leaves].map(sectionOf).join('\n');
}

/** Columns of the help, as on no terminal in particular. */
const COLUMNS = 100;

function sectionOf(command: CommandUnknownOpts): string {
  let help = '';
  command.configureHelp({ helpWidth: COLUMNS, showGlobalOptions: false });
  command.configureOutput({
    writeOut: (text) => {
      help += text;
    },
  });
  command.outputHelp();
  return `## ${nameOf(command)}\n\n\`\`\`console\n${help.trimEnd()}\n\`\`\`\n`;
}

/** A command with those above it, as it is typed. */
const nameOf = (command: CommandUnknownOpts): string =>
  command.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();

/** Where the reference begins in its document. */
const MARK = '<!-- From here on, npm run cli:docs writes the help of each command. -->\n';

/** The document with the present reference; what is before the mark stays. */
export const documentWithReference = (document: string): string =>
  `${document.split(MARK)[0]}${MARK}\n${commandReference()}`;
