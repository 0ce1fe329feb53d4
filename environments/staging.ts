import { defineEnvironment } from '../lib/config/define-environment.ts';

/** For trying changes out. Every setting is described in `lib/config/environment-config.ts`. */
export default defineEnvironment({
  name: 'staging',
  region: 'us-east-1',
  preset: 'staging',
});
