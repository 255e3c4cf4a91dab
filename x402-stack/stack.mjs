// Both chains, the published facilitator and the published clients, for tests and for trying paid calls
// without money.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { x402Facilitator } from '@x402/core/facilitator';
import { toFacilitatorEvmSigner } from '@x402/evm';
import { ExactEvmScheme } from '@x402/evm/exact/facilitator';
import { ExactEvmSchemeV1 } from '@x402/evm/exact/v1/facilitator';
import { toFacilitatorSvmSigner } from '@x402/svm';
import { ExactSvmScheme } from '@x402/svm/exact/facilitator';
import { ExactSvmSchemeV1 } from '@x402/svm/exact/v1/facilitator';
import { startBase } from './base.mjs';
import { buyAgain } from './buy-again.mjs';
import { buyByMcp } from './buy-mcp.mjs';
import { buy } from './buy.mjs';
import { startSolana } from './solana.mjs';
import { validate } from './validate.mjs';

const solanaNetwork = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';

const base = await startBase(Number(process.argv[2] ?? 8545));
const solana = await startSolana();
const evm = toFacilitatorEvmSigner({
  address: base.facilitator.address,
  getCode: (of) => base.wallet.getCode(of),
  readContract: (of) => base.wallet.readContract(of),
  verifyTypedData: (of) => base.wallet.verifyTypedData(of),
  writeContract: (of) => base.wallet.writeContract(of),
  sendTransaction: (of) => base.wallet.sendTransaction(of),
  waitForTransactionReceipt: (of) => base.wallet.waitForTransactionReceipt(of),
});
const svm = toFacilitatorSvmSigner(solana.facilitator, { defaultRpcUrl: solana.url });
const facilitator = new x402Facilitator()
  .register('eip155:8453', new ExactEvmScheme(evm))
  .registerV1('base', new ExactEvmSchemeV1(evm))
  .register(solanaNetwork, new ExactSvmScheme(svm))
  .registerV1('solana', new ExactSvmSchemeV1(svm));

/**
 * `lose`: settles, and the response never arrives. `drain`: the buyer's wallet is emptied between
 * verification and settlement. `outrun`: the buyer pays somebody else with the same nonce in between.
 */
let behavior = 'right';
const counts = { verify: 0, settle: 0 };
const answers = {
  'GET /supported': () => facilitator.getSupported(),
  'POST /verify': ({ paymentPayload, paymentRequirements }) => {
    counts.verify += 1;
    return facilitator.verify(paymentPayload, paymentRequirements);
  },
  'POST /settle': async ({ paymentPayload, paymentRequirements }) => {
    counts.settle += 1;
    if (behavior === 'drain') {
      const { payer } = await facilitator.verify(paymentPayload, paymentRequirements);
      await (payer.startsWith('0x') ? base.drain(payer) : solana.open(payer, 0n));
    }
    if (behavior === 'outrun') await base.outrun(paymentPayload.payload.authorization);
    const settled = await facilitator.settle(paymentPayload, paymentRequirements);
    return behavior === 'lose' ? undefined : settled;
  },
  'POST /test/open': async ({ solana: owner }) => {
    await solana.open(owner, 0n);
    return {};
  },
  'POST /test/fund': async () => ({ key: (await base.fund(1_000_000n)).key }),
  'POST /test/validate': validate,
  'POST /test/buy': (wanted) => buy({ base, solana }, wanted),
  'POST /test/buy-again': (wanted) => buyAgain({ base, solana }, wanted),
  'POST /test/buy-mcp': (wanted) => buyByMcp({ base }, wanted),
  'POST /test/behavior': ({ is }) => {
    behavior = is;
    return {};
  },
  'POST /test/balances': async (of) => ({
    base: String(await base.balance(of.base)),
    solana: String(await solana.balance(of.solana)),
    ...counts,
  }),
};

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', async () => {
    const answer = answers[`${request.method} ${request.url}`];
    try {
      const body = Buffer.concat(chunks).toString();
      const said = answer ? await answer(body ? JSON.parse(body) : {}) : { error: 'not found' };
      if (said === undefined) return response.destroy();
      response.setHeader('content-type', 'application/json').end(JSON.stringify(said));
    } catch (error) {
      response
        .writeHead(500, { 'content-type': 'application/json' })
        .end(JSON.stringify({ error: String(error?.stack ?? error) }));
    }
  });
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const stop = () => {
  base.stop();
  process.exit(0);
};
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
process.stdin.on('end', stop).resume();
const url = `http://127.0.0.1:${server.address().port}`;
process.stdout.write(`${JSON.stringify({ url, base: base.url, solana: solana.url })}\n`);
