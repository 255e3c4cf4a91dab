// Runs what reads the source, as many side by side as there are processors: npm run check, before the tests.
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { availableParallelism } from 'node:os';

/** The longest first, so that none is left over at the end. */
const waiting = ['lint', 'types', 'format:check', 'rows:check'];

async function runWaiting(): Promise<void> {
  for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) await runStep(step);
}

/** What it prints is shown when it has ended: side by side, lines of several would mix. */
async function runStep(step: string): Promise<void> {
  const began = Date.now();
  const child = spawn('npm', ['run', '--silent', step], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [printed, complaints, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  const isGood = code === 0;
  if (!isGood) process.exitCode = 1;
  console.log(`${isGood ? '✔' : '✖'} ${step} (${Math.round((Date.now() - began) / 1000)} s)`);
  if (!isGood) console.log(`${printed}${complaints}`);
}

await Promise.all(Array.from({ length: availableParallelism() }, runWaiting));
