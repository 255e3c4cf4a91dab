import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';

const here = new URL('.', import.meta.url);

/** Runs a program with the stray error handler. Returns its exit code and output. */
async function run(lines: string): Promise<{ code: number; printed: string }> {
  const program = `
    import { createLog } from '${new URL('log.ts', here).href}';
    import { watchStrayErrors } from '${new URL('stray-errors.ts', here).href}';
    import { metricsText } from '${new URL('metrics.ts', here).href}';
    watchStrayErrors(createLog({ LOG_LEVEL: 'silent' }), (error) => {
      console.log('stopped by', error.message);
      process.exit(1);
    });
    const lost = (code) => Object.assign(new Error('lost ' + code), { code });
    const counted = async () => /stray_connection_errors_total (\\d+)/.exec(await metricsText())[1];
    ${lines}`;
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--input-type=module', '-'],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  child.stdin.end(program);
  const [printed, [code]] = await Promise.all([text(child.stdout), once(child, 'exit') as Promise<[number]>]);
  return { code, printed };
}

test('counts rejections about lost connections and errors of forgotten ones, without stopping the process', async () => {
  const { code, printed } = await run(`
    void Promise.reject(lost('57P01'));
    void Promise.reject(new AggregateError([lost('ECONNRESET'), lost('EPIPE')], 'several'));
    void Promise.reject(new Error('Query read timeout'));
    const { EventEmitter } = await import('node:events');
    setImmediate(() => new EventEmitter().emit('error', lost('ECONNRESET')));
    setTimeout(async () => console.log('counted', await counted()), 20);`);
  assert.deepEqual([code, printed], [0, 'counted 4\n']);
});

test('stops the process on any other stray rejection', async () => {
  for (const bug of [
    "new TypeError('a bug')",
    "new AggregateError([lost('EPIPE'), new TypeError('a bug')], 'a bug')",
  ]) {
    const { code, printed } = await run(`
      setTimeout(() => console.log('went on'), 5000);
      void Promise.reject(${bug});`);
    assert.deepEqual([code, printed], [1, 'stopped by a bug\n']);
  }
});
