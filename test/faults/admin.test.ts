// The command line of operators, beside a running program.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { registerAt } from './customer.ts';
import { startProgram } from './program.ts';

test('commands print text or JSON, and end with 0, 1 or 2', async (context) => {
  const program = await startProgram();
  context.after(() => program.remove());
  const admin = async (...words: string[]) => {
    const [, port] = /:(\d+)$/.exec(program.plaza) ?? [];
    const [, hopPort] = /:(\d+)$/.exec(program.hop) ?? [];
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', 'scripts/admin.ts', ...words],
      {
        env: {
          ...process.env,
          DATA_DIR: program.folder,
          PLAZA_PORT: port,
          HOP_PORT: hopPort,
          LOG_LEVEL: 'error',
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    const [said, failed, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit') as Promise<[number]>,
    ]);
    return { said, failed, code };
  };
  await registerAt(program.hop);
  const doctor = await admin('doctor');
  assert.equal(doctor.code, 0, doctor.said);
  assert.match(doctor.said, /^! backups +There is no backup\.\n +→ Set BACKUP_TO/m);
  const shown = await admin('person', 'show', 'ada_customer', '--json');
  assert.partialDeepStrictEqual(JSON.parse(shown.said), { username: 'ada_customer', role: 'operator' });
  assert.match((await admin('person', 'show', 'ada_customer')).said, /^username +ada_customer$/m);
  assert.deepEqual(await admin('person', 'show', 'nobody'), {
    said: '',
    failed: 'Person not found\n',
    code: 1,
  });
  assert.equal((await admin('person', 'show')).code, 2);
  assert.equal((await admin('doctor', '--loud')).code, 2);
  assert.match((await admin('help')).said, /person suspend NAME --reason TEXT/);
});
