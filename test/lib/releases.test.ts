import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newStage } from '../support/run/stage-templates.ts';

const folder = join(import.meta.dirname, 'releases');

/** A release adds its file here. If a later one must refuse it, the change log says what to write instead. */
const releases = globSync('*.ts', { cwd: folder });

it.each(releases)('a configuration of a former release still synthesizes: %s', async (file) => {
  const { default: config } = await import(join(folder, file));

  const { stacks } = newStage(config).stage.synth();

  expect(stacks.map(({ stackName }) => stackName)).toContain('ProductionEu-Monitoring');
}, 120_000);
