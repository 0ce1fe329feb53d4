// Writes the list of third-party packages in the functions, with licences: docs/licences.md.
import { writeFileSync } from 'node:fs';
import { licencesPage, lockedPackages, thirdParties } from './licences/third-party.ts';

writeFileSync(new URL('../docs/licences.md', import.meta.url), licencesPage(thirdParties(lockedPackages())));
