import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { mayEnter } from './place.ts';

test('detects that an inaccessible parent folder locks out other accounts', () => {
  const home = mkdtempSync(join(tmpdir(), 'plaza-'));
  const inside = join(home, 'inside');
  mkdirSync(inside, { mode: 0o755 });
  const { uid, gid } = statSync(home);
  const [owner, peer, stranger] = [
    { uid, gid },
    { uid: uid + 1, gid },
    { uid: uid + 1, gid: gid + 1 },
  ];
  const rows: [number, boolean, boolean, boolean][] = [
    [0o700, true, false, false],
    [0o710, true, true, false],
    [0o711, true, true, true],
    [0o755, true, true, true],
    [0o744, true, false, false],
  ];
  for (const [mode, ...expected] of rows) {
    chmodSync(home, mode);
    assert.deepEqual(
      [owner, peer, stranger].map((account) => mayEnter(inside, account)),
      expected,
      mode.toString(8),
    );
  }
  rmSync(home, { recursive: true });
});
