// Buys a paid call step by step. `npm run pay -- <address>` shows its price. `npm run pay -- --local [path]`
// buys from a temporary server, on local chains, with a published client.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePorts } from '../test/free-ports.ts';
import { isStackInstalled, startLocalStack } from '../test/paid/local-stack.ts';
import { formatUsdc } from '../src/paid/price.ts';

interface Offer {
  network: string;
  amount: string;
  payTo: string;
}

const { values, positionals } = parseArgs({
  options: { local: { type: 'boolean' } },
  allowPositionals: true,
});
const [address] = positionals;

if (values.local) await buyLocally(address ?? '/api/trending');
else if (address === undefined) stop('Pass the URL of a paid call, or --local.');
else await showPrice(address);

function stop(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

/** Sends an unpaid request and prints the offers. */
async function showPrice(url: string): Promise<Offer[]> {
  const response = await fetch(url);
  console.log(`GET ${url} returns ${response.status}`);
  const header = response.headers.get('payment-required');
  if (response.status !== 402 || header === null) stop('That is not a paid call.');
  const { accepts } = JSON.parse(Buffer.from(header, 'base64').toString()) as { accepts: Offer[] };
  for (const { network, amount, payTo } of accepts)
    console.log(`  ${formatUsdc(BigInt(amount))} USDC on ${network} to ${payTo}`);
  return accepts;
}

async function buyLocally(path: string): Promise<void> {
  if (!isStackInstalled()) stop('Install the local chains first: npm ci --prefix x402-stack');
  console.log('Starting local Base and Solana chains, a facilitator and a server');
  const stack = await startLocalStack();
  const server = await startServer(stack.environment);
  try {
    const url = new URL(path, server.url).href;
    const offers = await showPrice(url);
    await stack.open(offers.find(({ network }) => network.startsWith('solana'))?.payTo ?? '');
    const price = offers.reduce(
      (max, { amount }) => (BigInt(amount) > max ? BigInt(amount) : max),
      1_000_000n,
    );
    for (const network of ['base', 'solana'] as const) {
      console.log(`Buying with a wallet on ${network} with ${formatUsdc(price)} USDC`);
      const { status, headers, body, left } = await stack.buy({
        version: 2,
        network,
        url,
        funds: String(price),
      });
      const settlement = Buffer.from(headers['payment-response'] ?? '', 'base64').toString();
      console.log(
        `  ${status}, and ${formatUsdc(BigInt(left))} USDC left\n  ${settlement}\n  ${body.slice(0, 300)}`,
      );
    }
  } finally {
    await server.stop();
    await stack.stop();
  }
}

/** Starts an empty Plaza with a temporary database. */
async function startServer(environment: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'plaza-pay-'));
  const [plazaPort, hopPort] = await freePorts(2);
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: folder,
    HOST: '127.0.0.1',
    PLAZA_PORT: String(plazaPort),
    HOP_PORT: String(hopPort),
    LOG_LEVEL: 'warn',
    ...environment,
  };
  const child = spawn(process.execPath, ['src/main.ts'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const url = `http://localhost:${plazaPort}`;
  while (!(await isReady(url))) {
    if (child.exitCode !== null) stop('The server did not start.');
    await sleep(200);
  }
  const end = async () => {
    child.kill();
    await once(child, 'exit');
    rmSync(folder, { recursive: true, force: true });
  };
  return { url, stop: end };
}

function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}
