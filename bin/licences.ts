// Checks that each package in package-lock.json that isn't a development dependency has a permitted licence and an
// integrity. Exits with 1 otherwise.
import { readFileSync } from 'node:fs';
import * as z from 'zod';

const PERMITTED: readonly (string | undefined)[] = [
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'Unlicense'],
  // argparse and type-fest, which generate the console's types.
  ...['Python-2.0', '(MIT OR CC0-1.0)'],
];

const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      dev: z.boolean().optional(),
      link: z.boolean().optional(),
      inBundle: z.boolean().optional(),
      license: z.string().optional(),
      integrity: z.string().optional(),
    }),
  ),
});
const text = readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8');
const deployed = Object.entries(lockFile.parse(JSON.parse(text)).packages).filter(
  ([folder, { dev, link }]) => folder.startsWith('node_modules/') && !dev && !link,
);
const issues = deployed.flatMap(([folder, { license, integrity, inBundle }]) => [
  ...(PERMITTED.includes(license) ? [] : [`${folder}: its licence is ${license ?? 'not stated'}`]),
  ...(integrity !== undefined || inBundle ? [] : [`${folder}: it has no integrity`]),
]);
console.log(issues.length > 0 ? issues.join('\n') : `${deployed.length} packages have a permitted licence.`);
process.exitCode = issues.length > 0 ? 1 : 0;
