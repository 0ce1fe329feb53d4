// The package's entry. It is no ES module, so that an unsupported version of the CDK is told before its exports are used.
const { version } = require('aws-cdk-lib/package.json');
const { peerDependencies } = require('./package.json');

const least = peerDependencies['aws-cdk-lib'].replace('^', '');
const [major, minor] = version.split('.').map(Number);
const [leastMajor, leastMinor] = least.split('.').map(Number);
if (major !== leastMajor || minor < leastMinor)
  throw new Error(`phone-call-agents needs aws-cdk-lib ${least} or a later ${leastMajor}.x, not ${version}.`);

const { ConfigurationError, defineEnvironment, PhoneCallAgents } = require('./lib/index.js');
exports.ConfigurationError = ConfigurationError;
exports.defineEnvironment = defineEnvironment;
exports.PhoneCallAgents = PhoneCallAgents;
