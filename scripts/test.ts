// Runs the tests: all of them, or the files named. One process, so that they share one database server.
import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { findChromium } from '../test/chromium.ts';

const named = process.argv.slice(2);
const files = named.length > 0 ? named : globSync(patterns());

/** Journeys in a browser are for machines that have one; over plain HTTP they run everywhere. */
function patterns(): string[] {
  const everywhere = ['src/**/*.test.ts', 'test/**/*.test.ts', 'browser/**/*.test.ts'];
  if (findChromium()) return [...everywhere, 'test/**/*.browser.ts'];
  console.log(
    'No Chromium (install the package chromium, or set CHROMIUM_PATH): journeys over plain HTTP only.',
  );
  return everywhere;
}

const child = spawn(
  process.execPath,
  [
    '--disable-warning=ExperimentalWarning',
    '--test',
    '--test-isolation=none',
    '--test-reporter=spec',
    ...files.sort(),
  ],
  { stdio: 'inherit', env: { ...process.env, NODE_ENV: 'test' } },
);
child.on('exit', (code, signal) => {
  process.exitCode = signal ? 1 : (code ?? 1);
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
