// Runs in namespaces of its own, see `runInNamespaces`.
import { setTimeout as sleep } from 'node:timers/promises';
import { startFacilitator } from '../../../test/paid/facilitator.ts';
import { addActors } from './actors.ts';
import { Application } from './application.ts';
import { DatabaseHosts } from './database-hosts.ts';
import { faults } from './faults.ts';
import { copyLogs, createNetwork, ownAddress } from './hosts.ts';
import { startReceiver } from './receiver.ts';
import { runRound } from './round.ts';
import { lineOf, Table } from './table.ts';

// This is the first process of its namespace: when it ends, so do all others.
const end = () => process.exit(130);
process.stdin.on('end', end).on('close', end).resume();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end);

const [rounds = '10', only = ''] = process.argv.slice(2);
const chosen = faults.filter(({ name }) => name.includes(only));
if (chosen.length === 0 || !(Number(rounds) > 0)) {
  console.log(
    `Usage: npm run faults -- cluster [rounds] [${faults.map(({ name }) => `"${name}"`).join(' | ')}]`,
  );
  process.exit(2);
}

createNetwork();
const facilitator = await startFacilitator(ownAddress);
const database = new DatabaseHosts();
const application = new Application(database, facilitator.url);
await database.start();
await application.start();
await sleep(3000);
const receiver = await startReceiver(ownAddress);
const people = await addActors(database.url(), application, receiver);
const table = new Table();
for (const fault of chosen)
  for (let round = 1; round <= Number(rounds); round += 1) {
    const result = await runRound(
      { database, application, facilitator, people, receiver },
      fault,
      `f${faults.indexOf(fault)}r${round}`,
    );
    table.add(fault.name, result);
    console.log(lineOf(fault.name, round, result));
  }
if (process.env.CLUSTER_LOGS) copyLogs(process.env.CLUSTER_LOGS);
const mistakes = await people.checkLedger();
console.log(table.print());
for (const failure of [
  ...table.failures(),
  ...mistakes.map((mistake) => `ledger: ${JSON.stringify(mistake)}`),
])
  console.log(`FAILED  ${failure}`);
process.exit(table.failures().length + mistakes.length === 0 ? 0 : 1);
