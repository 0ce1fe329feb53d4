import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { NOUN_SETTINGS, placesOf } from '../../lib/config/noun-settings.ts';
import { settingText } from '../../lib/config/settings.ts';
import staging from '../support/environments/staging.ts';

const namesIn = (group: object) => placesOf(group).map(([{ name }]) => name);

it('the configuration has each setting that a noun declares, once', async () => {
  const files = globSync('lambdas/**/settings.ts');
  const declared = await Promise.all(files.map(async (file) => namesIn(await import(resolve(file)))));

  expect(files.length).toBeGreaterThan(10);
  expect(namesIn(NOUN_SETTINGS).sort()).toEqual(declared.flat().sort());
});

it.each([
  ['DISABLE_AFTER_SECONDS', '432000'],
  ['NOISE_REDUCTION', ''],
  ['SPEECH_BACKUPS', '{}'],
  ['RECORD_CALLS', 'true'],
  ['RETRY_SECONDS', '5,300,1800,7200,18000,36000,36000'],
  ['REHEARSALS_PER_HOUR', '60'],
])('a function receives a setting as the variable %s', (name, text) => {
  const [setting] = placesOf(NOUN_SETTINGS).find(([{ name: each }]) => each === name) ?? [];

  expect(setting && settingText(setting, staging)).toBe(text);
  expect(setting?.codec.encode(setting.codec.decode(text))).toBe(text);
});
