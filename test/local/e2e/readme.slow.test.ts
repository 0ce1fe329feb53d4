import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { readSample, sampleNames } from '#cli/samples/sample.ts';
import { Api } from '../../support/service/api.ts';
import { newDataFolder } from '../../support/service/service-process.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** Speech and ringing take a fifth of their time. */
const ENVIRONMENT = { ...process.env, CARRIER_PACE: '0.2' };

/** In the order in which a reader follows them: the later ones use the variables of the first. */
const PAGES = ['README.md', 'docs/agents.md', 'docs/steps.md', 'docs/webhooks.md'];

/** Sections whose commands cannot run here, and why. */
const NOT_HERE: Readonly<Record<string, string>> = {
  Deploy: 'needs an AWS account',
  'Work on it': 'runs the tests, this one among them',
};

/** Languages of blocks that are neither commands nor the output of those before. */
const NOT_SHELL = ['json', 'python', 'text', 'ts', 'yaml'];

/** The fenced blocks of a page, each with the heading above it. */
function blocksOf(page: string) {
  let section = '';
  const found = readFileSync(join(ROOT, page), 'utf8').matchAll(/^## ([^\n]+)$|^```(\w*)\n(.*?)^```$/gms);
  return [...found].flatMap(([, title, language = '', text]) => {
    section = title ?? section;
    return text === undefined ? [] : [{ section, language, text: text.trimEnd() }];
  });
}

/** The commands of a block; all are one if a job goes on. Further lines of a command begin with a space or a bracket. */
const commandsOf = (text: string) => (/ &$/m.test(text) ? [text] : text.split(/\n(?=\w)/));

/** Begins a command in its own process group, as a terminal does, so that Ctrl-C reaches all of its processes. */
function begin(command: string) {
  const child = spawn('bash', ['-c', command], { cwd: ROOT, detached: true, env: ENVIRONMENT });
  const exited = once(child, 'close');
  const signal = (name: string) => spawnSync('bash', ['-c', `kill -${name} -- -${child.pid}`]);
  onTestFinished(() => void signal('KILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk) => (output += chunk));
  const fail = () => new Error(`${command}\nended with ${child.exitCode}:\n${output}`);
  return {
    type: (line: string) => child.stdin.write(`${line}\n`),
    shows: async (expected: RegExp) => {
      for (let match: RegExpExecArray | null; ; await setTimeout(100)) {
        match = expected.exec(output);
        if (match) return match;
        if (child.exitCode !== null) throw fail();
      }
    },
    interrupt: async () => {
      signal('INT');
      await exited;
      return output;
    },
    end: async () => {
      await exited;
      if (child.exitCode !== 0) throw fail();
      return output;
    },
  };
}

const masked = (text: string) => text.replace(/\d\d:\d\d\.\d|\d+ ms|[\da-f-]{36}/g, '…').split('\n');

it('the commands of the pages work in their order, and show what the pages say', async () => {
  const data = newDataFolder();
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  let service: ReturnType<typeof begin> | undefined;
  let [api, token, variables]: (string | undefined)[] = [];
  let answer: Readonly<Record<string, string>> = {};

  /** Runs a command with what a reader fills in: their data folder, address, token, and the id of the latest answer. */
  async function run(written: string): Promise<string> {
    const command = written
      .replace(/^npm start/, `npm start -- --port 0 --data ${data}`)
      .replace(/^npm run (call|watch|console|agent-test)( --)?(?= |$)/m, `npm run $1 -- --data ${data}`)
      .replace(/(?<=^API=)\S+/, `${api}`)
      .replace('TOKEN=…', `TOKEN=${token}`)
      .replace(/<id of the \w+>/, `${answer.id}`);
    if (/^([A-Z]+=|\w+\(\))/.test(command)) variables = `${variables ?? ''}\n${command}`;
    if (command.includes('--type')) return typeInto(command);
    const running = begin(variables === undefined ? command : `${variables}\n${command}`);
    if (command.startsWith('npm start')) {
      service = running;
      [, api, token] = await running.shows(/ API +(\S+).* access token +(\S+).*Stop it:/s);
    }
    if (service === running) return '';
    if (command.startsWith('npm run watch')) {
      await running.shows(/thresholds .*exceeded/);
      return running.interrupt();
    }
    const output = await running.end();
    if (/^(curl|ask) /.test(command)) {
      answer = JSON.parse(output);
      if (!answer.id) throw new Error(`${command}\nwas answered with ${output}`);
    }
    return output;
  }

  const skipped = new Set<string>();
  const played = new Set<string>();
  for (const page of PAGES) {
    let output = '';
    for (const block of blocksOf(page)) {
      if (block.section in NOT_HERE) skipped.add(block.section);
      else if (block.language === 'sh')
        for (const command of commandsOf(block.text)) {
          const printed = await run(command);
          output += printed;
          const [, sample] = /--sample ([\w-]+)/.exec(command) ?? [];
          if (!sample) continue;
          await expectSample(sample, printed);
          played.add(sample);
        }
      else if (!NOT_SHELL.includes(block.language)) {
        const printed = masked(output);
        for (const line of masked(block.text))
          if (!printed.splice(0, printed.indexOf(line) + 1).length)
            throw new Error(`${page} shows "${line}", but this was printed:\n${output}`);
      }
    }
    if (page === 'README.md') {
      const { transcript } = await new Api(`${api}`, `${token}`).callWhen(
        `${answer.id}`,
        (call) => call.transcript,
      );
      // The usual callee: neither the machine of a sample nor one whose words are typed.
      expect(transcript).toContain('HUMAN: Hello, I would like to book an appointment.');
    }
  }
  expect([...played].sort()).toEqual(sampleNames());
  expect([...skipped]).toEqual(Object.keys(NOT_HERE));
  expect(await service?.interrupt()).toMatch(/Stopped\.\s*$/);
}, 600_000);

/** Runs a command in a terminal, and types the words of a callee. */
async function typeInto(command: string): Promise<string> {
  const running = begin(`script -qefc '${command.replace(/ +#.*/, '')}' /dev/null`);
  await running.shows(/answered/);
  running.type('Thank you, goodbye.');
  const output = await running.end();
  expect(output).toContain('HUMAN: Thank you, goodbye.');
  return output;
}

/** Expects that a sample ran word for word, found something, and ends with a link to its call. */
async function expectSample(name: string, output: string) {
  const { transcript = [] } = await readSample(name);
  const findings = output.match(/^Analysis .+$/gm) ?? [];

  expect(output).toContain(`Stored transcript\n${transcript.map((line) => `  ${line}\n`).join('')}\n`);
  expect(output).not.toMatch(/Missing|WRONG SIGNATURE|remains|webhook /);
  expect(output).toMatch(/ \(after \d+ ms\)\n/);
  expect(findings.length).toBeGreaterThan(1);
  expect(findings.filter((finding) => !/, by “.+”$/.test(finding))).toEqual([]);
  expect(output.trim().split('\n').at(-1)).toMatch(/calls\/[0-9a-f-]{36}$/);
}
