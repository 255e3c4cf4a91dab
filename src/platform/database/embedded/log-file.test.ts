import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { truncateLog, logFile, sizeOfLog } from './server.ts';

test('truncates the log file to a maximum size and preserves its end', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plaza-'));
  const place = { folder, data: join(folder, 'data'), account: undefined };
  appendFileSync(logFile(place), 'first');
  truncateLog(place, 5);
  assert.equal(sizeOfLog(place), 5);

  appendFileSync(logFile(place), ' and more');
  truncateLog(place, 5);
  assert.equal(sizeOfLog(place), 0);
  assert.equal(readFileSync(`${logFile(place)}.1`, 'utf8'), 'first and more');
  rmSync(folder, { recursive: true });
});
