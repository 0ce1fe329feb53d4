import { afterEach, expect, it, vi } from 'vitest';
import { makeProgram } from '../src/program.ts';
import { runProgram } from '../src/run-program.ts';

afterEach(() => vi.restoreAllMocks());

/** The exit code of a command line, and what it says on the standard error. */
async function say(...args: string[]) {
  let text = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
    text += chunk;
    return true;
  });
  vi.spyOn(console, 'error').mockImplementation((line) => {
    text += line;
  });
  return { code: await runProgram(makeProgram(), args), text };
}

it.each([
  [['test'], "missing required argument 'path'"],
  [['test', 'a', '--runs', '21'], 'It must be a number from 1 to 20.'],
  [['test', 'a', '--explore', '0'], 'It must be a number from 1 to 5000.'],
  [['test', 'a', '--explore', '9', '--seed', 'x'], 'It must be a number from 0 to 999999999.'],
  [['test', 'a', '--explore', '9', '--reporter', 'json'], "cannot be used with option '--reporter"],
  [['test', 'a', '--reporter', 'xml'], 'Allowed choices are text, junit, json, github.'],
  [['test', 'a', '--wach'], 'Did you mean --watch?'],
  [['calls', 'create', '+15550001111', '--agent', 'x', '--context', 'name'], 'It must be name=value.'],
  [['webhooks', 'listen'], "required option '--forward-to <url>' not specified"],
  [['completion', 'ksh'], 'Allowed choices are zsh, bash, fish, powershell.'],
])('says what is wrong with %j, with exit code 2', async (args, message) => {
  const { code, text } = await say(...args);

  expect(code).toBe(2);
  expect(text).toContain(message);
});
