// Runs the static checks in parallel, one per processor. Usage: npm run check, before the tests.
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { availableParallelism } from 'node:os';

/** The longest first, to finish early. */
const waiting = ['lint', 'types', 'format:check', 'rows:check', 'unused'];

async function runWaiting(): Promise<void> {
  for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) await runStep(step);
}

/** Output is buffered until the step has ended, because lines of parallel steps would mix. */
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
