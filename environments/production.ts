import { defineEnvironment } from '../lib/config/define-environment.ts';

/** Every setting is described in `lib/config/environment-config.ts`. */
export default defineEnvironment({
  name: 'production',
  // Put your own account here: AWS's documents use this one in examples.
  account: '111122223333',
  region: 'us-east-1',
  preset: 'production',
});
