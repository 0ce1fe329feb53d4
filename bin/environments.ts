// Prints the environments that workflows deploy, as JSON: those with a `pipeline`, and those with protected data last.
import { environmentNames, findEnvironment, stageId } from '../lib/config/environments.ts';

const configs = await Promise.all(environmentNames().map(findEnvironment));
const deployed = configs
  .filter(({ pipeline }) => pipeline)
  .sort((one, other) => Number(one.protectData) - Number(other.protectData))
  .map(({ name, region }) => ({
    name,
    region,
    stage: stageId(name),
    // The prefix of the repository's variables with its roles.
    variable: name.replaceAll('-', '_').toUpperCase(),
  }));
console.log(JSON.stringify(deployed));
