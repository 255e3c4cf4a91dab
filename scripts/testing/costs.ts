// What each file of tests cost. The next run starts those first that took longest in this one.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname } from 'node:path';

export interface Cost {
  /** In milliseconds, as `processor`. */
  duration: number;
  /** Processor time of the file's process and of the programs it started, without PostgreSQL. */
  processor: number;
}

/** Kept between runs. */
const costsFile = 'node_modules/.cache/test-costs.json';

/** Seconds that the longest files take, for the first run in a new clone. */
const longest: Readonly<Record<string, number>> = {
  'test/journeys/pages.browser.ts': 340,
  'test/walks/walks.test.ts': 100,
  'src/social/moving/community/programs.test.ts': 80,
  'test/faults/backup.test.ts': 60,
  'test/journeys/content/content.browser.ts': 60,
  'test/journeys/chat/calls.browser.ts': 60,
  'src/platform/backup/archiving.test.ts': 50,
  'test/packages/packages.test.ts': 50,
  'test/journeys/privacy/privacy-matrix.test.ts': 50,
  'src/platform/sandbox/sandbox.test.ts': 40,
  'src/servers/paid-tools.test.ts': 30,
  'test/journeys/privacy/group-matrix.test.ts': 30,
  'test/pathological/nested.test.ts': 30,
  'test/pathological/bombs.test.ts': 20,
  'test/garbage/garbage.test.ts': 20,
  'test/faults/admin.test.ts': 20,
};
const otherSeconds = { test: 3, src: 1 };

type Costs = Record<string, Cost>;

function readCosts(): Costs {
  try {
    return JSON.parse(readFileSync(costsFile, 'utf8')) as Costs;
  } catch {
    return {};
  }
}

/** Keeps the costs of files that did not run this time. */
export function saveCosts(costs: Costs): void {
  mkdirSync(dirname(costsFile), { recursive: true });
  writeFileSync(costsFile, JSON.stringify({ ...readCosts(), ...costs }));
}

/** The longest file first, so that no process is left alone with one at the end. */
export function longestFirst(files: readonly string[]): string[] {
  const costs = readCosts();
  const seconds = (file: string) =>
    costs[file]
      ? costs[file].duration / 1000
      : (longest[file] ?? otherSeconds[file.startsWith('test/') ? 'test' : 'src']);
  return files.toSorted((one, other) => seconds(other) - seconds(one));
}

/** Returns the processor time of this process and of those it started that have ended, in milliseconds. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + endedChildren();
}

/** Only Linux says. */
function endedChildren(): number {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    const [userTicks, systemTicks] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(13, 15);
    return (Number(userTicks) + Number(systemTicks)) * 10;
  } catch {
    return 0;
  }
}

/** Returns a function that tells the share of the processors' time since then that was used, by anything. */
export function watchProcessors(): () => number {
  const read = () => {
    const times = cpus().map(({ times }) => times);
    const idle = times.reduce((sum, each) => sum + each.idle, 0);
    return {
      idle,
      all: times.reduce((sum, each) => sum + each.user + each.nice + each.sys + each.irq + each.idle, 0),
    };
  };
  const before = read();
  return () => {
    const now = read();
    return 1 - (now.idle - before.idle) / Math.max(1, now.all - before.all);
  };
}
