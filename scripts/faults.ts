// Fault injection: killed processes, lost network, overload. Verifies the rows afterwards. For developers, on
// their own machines. Usage: `npm run faults -- [rounds of killing | upgrade [commit] | cluster [rounds] [fault]]`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { runInNamespaces } from './faults/cluster/namespaces.ts';
import { killLoop } from './faults/kill-loop.ts';
import { networkFaults } from './faults/network.ts';
import { upgradeFrom } from './faults/upgrade.ts';

/** The oldest commit whose databases are continued. */
const oldest = '0e5da7b7';

const [what = '10', ...rest] = process.argv.slice(2);
if (what === 'cluster') process.exit(await runInNamespaces(rest));
const [commit = oldest] = rest;
const failures = what === 'upgrade' ? await upgradeFrom(commit) : await injectFaults(Number(what));

for (const failure of failures) console.log(`FAILED  ${failure}`);
console.log(failures.length === 0 ? 'Nothing was lost or duplicated.' : `${failures.length} failures`);
process.exitCode = failures.length === 0 ? 0 : 1;

async function injectFaults(rounds: number): Promise<string[]> {
  const found = [...(await killLoop(rounds)), ...(await networkFaults(Math.max(1, Math.round(rounds / 10))))];
  const overload = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'bench/overload.ts'], {
    stdio: 'inherit',
  });
  const [code] = (await once(overload, 'exit')) as [number];
  return code === 0 ? found : [...found, 'overload: see above'];
}
