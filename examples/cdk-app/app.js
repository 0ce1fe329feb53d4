import { App } from 'aws-cdk-lib';
import { PhoneCallAgents } from 'phone-call-agents';
import america from './environments/production.js';
import europe from './environments/production-eu.js';
import staging from './environments/staging.js';

const app = new App();
new PhoneCallAgents(app, 'Staging', { config: staging });
new PhoneCallAgents(app, 'Production', { config: america });
new PhoneCallAgents(app, 'ProductionEu', { config: europe });
