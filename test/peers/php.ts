import { spawnSync } from 'node:child_process';

/** Returns the path of PHP, if installed. */
export const findPhp = (): string | undefined =>
  ['/usr/bin/php', '/usr/local/bin/php', '/opt/homebrew/bin/php'].find(
    (place) => spawnSync(place, ['--version']).status === 0,
  );
