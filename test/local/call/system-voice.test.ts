import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { findVoice, speakCall } from '../../../local/call/system-voice.ts';

/** A folder with a program that writes down its arguments and its input, and then does what `end` says. */
function pathWith(command: string, end = '') {
  const folder = mkdtempSync(join(tmpdir(), 'voice-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const log = join(folder, 'log');
  writeFileSync(log, '');
  writeFileSync(join(folder, command), `#!/bin/sh\necho "$@: $(cat)" >> '${log}'\n${end}\n`);
  chmodSync(join(folder, command), 0o755);
  return { path: folder, spoken: () => readFileSync(log, 'utf8').trimEnd().split('\n') };
}

function voiceOf(
  path: string,
  options: { readonly platform?: NodeJS.Platform; readonly language?: string } = {},
) {
  const { platform = 'linux', language = 'en' } = options;
  const onFault = vi.fn<(line: string) => void>();
  const use = { language, signal: new AbortController().signal, onFault };
  return { voice: findVoice(use, { platform, path }), onFault };
}

const at = '2026-01-01T12:00:00.000Z';

describe.skipIf(process.platform === 'win32')('the voice of the system', () => {
  it('speaks a call in order with two voices, the agent’s words by sentences', async () => {
    const { path, spoken } = pathWith('espeak-ng');
    const { voice, onFault } = voiceOf(path, { language: 'de' });
    const speak = speakCall(voice!);

    for (const text of ['Good', ' morning.', ' Which', ' day']) speak({ type: 'agent', at, text });
    speak({ type: 'agent_turn', at, text: 'Good morning. Which day', interrupted: true });
    speak({ type: 'callee', at, text: '-w /etc/x $(touch y); `z`', interrupting: true });
    await voice?.finish();

    expect(spoken()).toEqual([
      '-v de+f3 --stdin: Good morning.',
      '-v de+f3 --stdin: Which day',
      '-v de+m3 --stdin: -w /etc/x $(touch y); `z`',
    ]);
    expect(onFault).not.toHaveBeenCalled();
  });

  it.each([
    ['spd-say', 'linux', '--wait --language en --voice-type male1 -- -x y:'],
    ['say', 'darwin', '-r 220 -f -: -x y'],
    ['powershell.exe', 'win32', expect.stringMatching(/^-NoProfile .*Hints\('Male'\).*: -x y$/)],
  ] as const)('gives the words to %s without a shell', async (command, platform, expected) => {
    const { path, spoken } = pathWith(command);
    const { voice } = voiceOf(path, { platform });

    voice?.say('callee', ' -x y ');
    await voice?.finish();

    expect(spoken()).toEqual([expected]);
  });

  it('is silent after a failure, which it reports once', async () => {
    const { path, spoken } = pathWith('espeak-ng', 'exit 3');
    const { voice, onFault } = voiceOf(path);

    voice?.say('agent', 'One.');
    voice?.say('agent', 'Two.');
    await voice?.finish();

    expect(spoken()).toHaveLength(1);
    expect(onFault.mock.calls).toEqual([[`The voice failed: ${path}/espeak-ng, exit code 3.`]]);
  });

  it('is none without a program, and never a program of the present folder', () => {
    const { path } = pathWith('other');

    expect(voiceOf(path).voice).toBeUndefined();
    expect(voiceOf('').voice).toBeUndefined();
    expect(voiceOf('.').voice).toBeUndefined();
  });
});
