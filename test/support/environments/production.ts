import { defineEnvironment } from '../../../lib/config/define-environment.ts';

/** The environment of the tests: an operator's settings break none. */
export default defineEnvironment({
  name: 'production',
  account: '111122223333',
  region: 'us-east-1',
  preset: 'production',
});
