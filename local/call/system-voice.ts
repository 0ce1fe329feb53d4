import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import type { ShownEvent } from './follow-call.ts';

/** Who speaks. */
type Speaker = 'agent' | 'callee';

/** A program of the system that speaks a text: by its input, unless it takes it as its last argument. */
interface Program {
  readonly command: string;
  readonly args: (speaker: Speaker, language: string) => readonly string[];
  readonly takesArgument?: boolean;
}

/** Reads the text from the input, so that no word of it is code. */
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
  // Which voices of macOS are installed differs: the callee speaks faster with the same one.
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

/** What the user reads if the system has no voice. */
export const NO_VOICE =
  'This system has no voice for --speak: install espeak-ng or speech-dispatcher, or listen in the console.';

interface VoiceUse {
  /** ISO 639-1 code of what is spoken. */
  readonly language?: string;
  /** Silences the voice. */
  readonly signal: AbortSignal;
  /** Gets one line if the voice fails; it is silent afterwards. */
  readonly onFault: (line: string) => void;
}

/** Speaks texts through the system's voice, one after the other, while the program goes on. */
export class SystemVoice {
  readonly #file: string;
  readonly #program: Program;
  readonly #use: VoiceUse;
  #spoken: Promise<void> = Promise.resolve();
  #hasFailed = false;

  private constructor(file: string, program: Program, use: VoiceUse) {
    this.#file = file;
    this.#program = program;
    this.#use = use;
  }

  /** The voice of this system; undefined if it has none. */
  static find(
    use: VoiceUse,
    { platform = process.platform, path = process.env.PATH ?? '' } = {},
  ): SystemVoice | undefined {
    for (const program of PROGRAMS[platform] ?? []) {
      const file = fileOf(program.command, path);
      if (file !== undefined) return new SystemVoice(file, program, use);
    }
    return undefined;
  }

  /** Speaks a text after those before it. */
  say(speaker: Speaker, text: string): void {
    if (text.trim() !== '') this.#spoken = this.#spoken.then(() => this.#run(speaker, text.trim()));
  }

  /** Resolves when everything was spoken. */
  finish(): Promise<void> {
    return this.#spoken;
  }

  /** Runs the program without a shell. Resolves also if it fails: a call goes on without a voice. */
  #run(speaker: Speaker, text: string): Promise<void> {
    const { language = 'en', signal, onFault } = this.#use;
    if (this.#hasFailed || signal.aborted) return Promise.resolve();
    const { args, takesArgument = false } = this.#program;
    return new Promise((resolve) => {
      const stop = (reason: string) => {
        if (!this.#hasFailed && !signal.aborted) onFault(`The voice failed: ${this.#file}, ${reason}.`);
        this.#hasFailed = true;
        resolve();
      };
      const child = spawn(this.#file, [...args(speaker, language), ...(takesArgument ? [text] : [])], {
        stdio: ['pipe', 'ignore', 'ignore'],
        signal,
      });
      child.on('error', ({ message }) => stop(message));
      child.on('close', (code) => (code === 0 ? resolve() : stop(`exit code ${code}`)));
      // A program that ends early does not read its input.
      child.stdin.on('error', () => undefined);
      child.stdin.end(takesArgument ? '' : text);
    });
  }
}

/** The file of a program in the folders of the path; undefined if none has it. */
function fileOf(command: string, path: string): string | undefined {
  // A relative folder would be one of whoever wrote the present folder.
  const folders = path.split(delimiter).filter((folder) => isAbsolute(folder));
  return folders.map((folder) => join(folder, command)).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The end of a sentence, after which words are spoken while the next ones are awaited. */
const SENTENCE_END = /[.!?…。！？]["”»]?\s*$/u;

/** Speaks a call's words with a voice: those of the callee, and the agent's sentence by sentence as they are heard. */
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
    } else if (event.type === 'agent_turn' || event.type === 'end') {
      sayWords();
    } else if (event.type === 'callee') {
      voice.say('callee', event.text);
    }
  };
}
