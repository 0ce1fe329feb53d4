import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import type { ShownEvent } from './follow-call.ts';

type Speaker = 'agent' | 'callee';

/** A system program that speaks a text from its input, or else from its last argument. */
interface Program {
  readonly command: string;
  readonly args: (speaker: Speaker, language: string) => readonly string[];
  readonly takesArgument?: boolean;
}

/** Reads the text from the input, so that none of it can run as code. */
const systemSpeech = (gender: 'Female' | 'Male') =>
  [
    'Add-Type -AssemblyName System.Speech;',
    '[Console]::InputEncoding = [Text.Encoding]::UTF8;',
    '$voice = New-Object System.Speech.Synthesis.SpeechSynthesizer;',
    `$voice.SelectVoiceByHints('${gender}');`,
    '$voice.Speak([Console]::In.ReadToEnd())',
  ].join(' ');

/** The programs of each system, the best first. */
const PROGRAMS: Readonly<Partial<Record<NodeJS.Platform, readonly Program[]>>> = {
  // Installed macOS voices vary, so the callee gets the same voice at a faster rate.
  darwin: [{ command: 'say', args: (speaker) => ['-r', speaker === 'agent' ? '180' : '220', '-f', '-'] }],
  linux: [
    {
      command: 'espeak-ng',
      args: (speaker, language) => ['-v', `${language}${speaker === 'agent' ? '+f3' : '+m3'}`, '--stdin'],
    },
    {
      command: 'spd-say',
      args: (speaker, language) => [
        '--wait',
        ...['--language', language, '--voice-type', speaker === 'agent' ? 'female1' : 'male1'],
        '--',
      ],
      takesArgument: true,
    },
  ],
  win32: [
    {
      command: 'powershell.exe',
      args: (speaker) => [
        ...['-NoProfile', '-NonInteractive', '-Command'],
        systemSpeech(speaker === 'agent' ? 'Female' : 'Male'),
      ],
    },
  ],
};

/** The message if the system has no voice. */
export const NO_VOICE =
  'This system has no voice for --speak: install espeak-ng or speech-dispatcher, or listen in the console.';

interface VoiceUse {
  /** The spoken language's ISO 639-1 code. */
  readonly language: string;
  /** Silences the voice. */
  readonly signal: AbortSignal;
  /** Called with one line if the voice fails, which is then silent. */
  readonly onFault: (line: string) => void;
}

/** Speaks texts in sequence, without blocking the program. */
export interface SystemVoice {
  say(speaker: Speaker, text: string): void;
  /** Resolves when everything has been spoken. */
  finish(): Promise<void>;
}

/** This system's voice; undefined if it has none. */
export function findVoice(
  { language, signal, onFault }: VoiceUse,
  { platform = process.platform, path = process.env.PATH ?? '' } = {},
): SystemVoice | undefined {
  // Ignores relative folders, which anyone who can write to the current folder controls.
  const folders = path.split(delimiter).filter((folder) => isAbsolute(folder));
  const [found] = (PROGRAMS[platform] ?? []).flatMap((program) => {
    const file = folders.map((folder) => join(folder, program.command)).find(isExecutable);
    return file === undefined ? [] : [{ program, file }];
  });
  if (!found) return undefined;
  const { args, takesArgument = false } = found.program;
  let spoken = Promise.resolve();
  let hasFailed = false;

  /** Runs the program without a shell. Also resolves on failure: the call continues without a voice. */
  const run = (speaker: Speaker, text: string) =>
    new Promise<void>((resolve) => {
      if (hasFailed || signal.aborted) return resolve();
      const stop = (reason: string) => {
        if (!hasFailed && !signal.aborted) onFault(`The voice failed: ${found.file}, ${reason}.`);
        hasFailed = true;
        resolve();
      };
      const child = spawn(found.file, [...args(speaker, language), ...(takesArgument ? [text] : [])], {
        stdio: ['pipe', 'ignore', 'ignore'],
        signal,
      });
      child.on('error', ({ message }) => stop(message));
      child.on('close', (code) => (code === 0 ? resolve() : stop(`exit code ${code}`)));
      // A program that exits early doesn't read its input.
      child.stdin.on('error', () => undefined);
      child.stdin.end(takesArgument ? '' : text);
    });
  return {
    say: (speaker, text) => {
      if (text.trim() !== '') spoken = spoken.then(() => run(speaker, text.trim()));
    },
    finish: () => spoken,
  };
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The end of a sentence, which can be spoken while more words arrive. */
const SENTENCE_END = /[.!?…。！？]["”»]?\s*$/u;

/** Speaks a call aloud: the callee's words, and the agent's sentence by sentence. */
export function speakCall(voice: Pick<SystemVoice, 'say'>): (event: ShownEvent) => void {
  let words = '';
  const sayWords = () => {
    voice.say('agent', words);
    words = '';
  };
  return (event) => {
    if (event.type === 'agent') {
      words += event.text;
      if (SENTENCE_END.test(words)) sayWords();
    } else if (event.type === 'agent_turn' || event.type === 'end') sayWords();
    else if (event.type === 'callee') voice.say('callee', event.text);
  };
}
