// Fault injection: killed processes, lost network, overload. Verifies the rows afterwards. For developers, on
// their own machines. Usage: `npm run faults -- [rounds of killing]`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { killLoop } from './faults/kill-loop.ts';
import { networkFaults } from './faults/network.ts';

const rounds = Number(process.argv[2] ?? 10);
const failures = [
  ...(await killLoop(rounds)),
  ...(await networkFaults(Math.max(1, Math.round(rounds / 10)))),
];

const overload = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'bench/overload.ts'], {
  stdio: 'inherit',
});
const [code] = (await once(overload, 'exit')) as [number];
if (code !== 0) failures.push('overload: see above');

for (const failure of failures) console.log(`FAILED  ${failure}`);
console.log(failures.length === 0 ? 'Nothing was lost or duplicated.' : `${failures.length} failures`);
process.exitCode = failures.length === 0 ? 0 : 1;
