// Writes the list of what of others goes into the functions, with licences: docs/licences.md.
import { writeFileSync } from 'node:fs';
import { licencesPage, lockedPackages, thirdParties } from './third-party.ts';

writeFileSync(new URL('../docs/licences.md', import.meta.url), licencesPage(thirdParties(lockedPackages())));
