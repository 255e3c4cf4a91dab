import { spawnSync } from 'node:child_process';

/** The PHP of this machine, if there is one. */
export const findPhp = (): string | undefined =>
  ['/usr/bin/php', '/usr/local/bin/php', '/opt/homebrew/bin/php'].find(
    (place) => spawnSync(place, ['--version']).status === 0,
  );
