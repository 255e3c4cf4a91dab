// Buys a paid call step by step. `npm run pay -- URL [--data JSON] [--max 0.05]` shows its price, and pays it
// with the wallet whose private key is in X402_PAYER_KEY: hex for Base, base58 or a JSON array for Solana.
// `npm run pay -- --local [path]` buys from a temporary server, on local chains.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePorts } from '../test/free-ports.ts';
import { isStackInstalled, startLocalStack } from '../test/paid/local-stack.ts';
import { formatUsdc } from '../src/paid/operation.ts';

interface Offer {
  network: string;
  amount: string;
  payTo: string;
}

const { values, positionals } = parseArgs({
  options: {
    local: { type: 'boolean' },
    data: { type: 'string' },
    max: { type: 'string', default: '0.05' },
  },
  allowPositionals: true,
});
const [address] = positionals;

if (values.local) await buyLocally(address ?? '/api/trending');
else if (address === undefined) stop('Pass the URL of a paid call, or --local.');
else await pay(address);

function stop(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

/** Shows the price, and pays it if there is a key. */
async function pay(url: string): Promise<void> {
  const offers = await showPrice(url);
  const key = process.env.X402_PAYER_KEY?.trim() ?? '';
  if (key === '') {
    console.log('Set X402_PAYER_KEY to the private key of a wallet with USDC to pay.');
    return;
  }
  if (!isStackInstalled()) stop('Install the clients first: npm ci --prefix x402-stack');
  const family = key.startsWith('0x') ? 'eip155:' : 'solana:';
  const offer = offers.find(({ network }) => network.startsWith(family));
  if (!offer) stop(`The wallet’s network is not offered.`);
  if (Number(offer.amount) > Number(values.max) * 1_000_000)
    stop(`The price is higher than ${values.max} USDC. Raise --max to pay it.`);
  const arguments_ = [url, values.data === undefined ? 'GET' : 'POST', values.data ?? '', values.max];
  const child = spawn(process.execPath, ['x402-stack/pay.mjs', ...arguments_], {
    env: { ...process.env, X402_PAYER_KEY: key },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit') as Promise<[number]>]);
  if (code !== 0) stop('Nothing was paid, or the outcome is unknown: see above.');
  const { status, settlement, body } = JSON.parse(output) as {
    status: number;
    settlement: { success: boolean; transaction: string } | null;
    body: string;
  };
  console.log(
    settlement?.success
      ? `Paid ${formatUsdc(BigInt(offer.amount))} USDC on ${offer.network} in ${settlement.transaction}`
      : 'Not charged',
  );
  console.log(`${status}\n${body}`);
  if (status !== 200) process.exitCode = 1;
}

/** Sends an unpaid request and prints the offers. */
async function showPrice(url: string): Promise<Offer[]> {
  const { data } = values;
  const response = await fetch(url, {
    ...(data !== undefined && {
      method: 'POST',
      body: data,
      headers: { 'content-type': 'application/json' },
    }),
  });
  console.log(`${data === undefined ? 'GET' : 'POST'} ${url} returns ${response.status}`);
  const header = response.headers.get('payment-required');
  if (response.status !== 402 || header === null) stop(await response.text());
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
