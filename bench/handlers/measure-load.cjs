// Loads the bundle named on the command line in this fresh process, and prints the load time in milliseconds.
const bundle = process.argv[2];
const startedAt = performance.now();
require(bundle);
console.log(performance.now() - startedAt);
// A bundle may have started timers.
process.exit(0);
