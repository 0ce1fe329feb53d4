// Loads the bundle that is named on the command line, in this fresh process, and measures turns with it: prints the
// milliseconds of loading, of the first turn, and of each of many later ones to the error output.
const TURNS = 2000;
const bundle = process.argv[2];
// The logger of every function opens the output, with metrics or without.
process.stdout.write('\n');
const startedAt = performance.now();
const { handler } = require(bundle);
const loadedAt = performance.now();
handler();
const firstAt = performance.now();
for (let turn = 0; turn < TURNS; turn++) handler();
const endedAt = performance.now();
console.error(
  JSON.stringify({
    loadMs: loadedAt - startedAt,
    firstMs: firstAt - loadedAt,
    laterMs: (endedAt - firstAt) / TURNS,
  }),
);
