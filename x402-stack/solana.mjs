// Solana in memory: LiteSVM behind the subset of JSON-RPC that clients and facilitators need.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { findAssociatedTokenPda, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token';
import {
  generateKeyPairSigner,
  getAddressEncoder,
  getBase58Decoder,
  getBase64Encoder,
  getTransactionDecoder,
  lamports,
} from '@solana/kit';
import { FailedTransactionMetadata, LiteSVM } from 'litesvm';

export const usdcMint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

export async function startSolana() {
  // Every blockhash is unique, so that two payments are never the same transaction by chance.
  const svm = new LiteSVM().withBlockhashCheck(false).withSigverify(false);
  const address = getAddressEncoder();
  const put = (at, data) =>
    svm.setAccount({
      address: at,
      data,
      executable: false,
      lamports: lamports(10_000_000n),
      programAddress: TOKEN_PROGRAM_ADDRESS,
      space: BigInt(data.length),
    });
  const mint = Buffer.alloc(82);
  mint.writeBigUInt64LE(10n ** 15n, 36);
  mint.writeUInt8(6, 44);
  mint.writeUInt8(1, 45);
  put(usdcMint, mint);
  const accountOf = async (owner) =>
    (await findAssociatedTokenPda({ mint: usdcMint, owner, tokenProgram: TOKEN_PROGRAM_ADDRESS }))[0];
  const open = async (owner, amount) => {
    const data = Buffer.alloc(165);
    data.set(address.encode(usdcMint), 0);
    data.set(address.encode(owner), 32);
    data.writeBigUInt64LE(amount, 64);
    data.writeUInt8(1, 108);
    put(await accountOf(owner), data);
  };
  const facilitator = await generateKeyPairSigner();
  svm.airdrop(facilitator.address, lamports(10n ** 11n));

  const sent = new Map();
  const read = (text) => getTransactionDecoder().decode(getBase64Encoder().encode(text));
  const value = (value) => ({ context: { slot: 1, apiVersion: '3.0.0' }, value });
  const encoded = (at) => {
    const account = svm.getAccount(at);
    if (!account.exists) return null;
    const data = [Buffer.from(account.data).toString('base64'), 'base64'];
    return {
      data,
      executable: false,
      lamports: Number(account.lamports),
      owner: account.programAddress,
      rentEpoch: 0,
      space: account.data.length,
    };
  };
  const methods = {
    getLatestBlockhash: () =>
      value({ blockhash: getBase58Decoder().decode(randomBytes(32)), lastValidBlockHeight: 1000 }),
    getAccountInfo: ([at]) => value(encoded(at)),
    getMultipleAccounts: ([list]) => value(list.map(encoded)),
    getBalance: ([at]) => value(Number(svm.getBalance(at) ?? 0n)),
    getSlot: () => 1,
    simulateTransaction: ([text]) => {
      const result = svm.simulateTransaction(read(text));
      const failed = result instanceof FailedTransactionMetadata;
      const meta = result.meta();
      return value({
        err: failed ? { InstructionError: [0, 'Custom'] } : null,
        logs: meta.logs(),
        unitsConsumed: Number(meta.computeUnitsConsumed()),
        returnData: null,
        accounts: null,
        innerInstructions: [],
      });
    },
    sendTransaction: ([text]) => {
      const transaction = read(text);
      const signature = getBase58Decoder().decode(Object.values(transaction.signatures)[0]);
      if (sent.has(signature)) throw new Error('AlreadyProcessed');
      const result = svm.sendTransaction(transaction);
      if (result instanceof FailedTransactionMetadata) throw new Error(String(result.err()));
      sent.set(signature, {
        text,
        accounts: new Set(Object.keys(transaction.signatures)),
        at: Math.floor(Date.now() / 1000),
      });
      return signature;
    },
    getSignatureStatuses: ([list]) =>
      value(
        list.map((each) =>
          sent.has(each)
            ? {
                slot: 1,
                confirmations: null,
                err: null,
                confirmationStatus: 'finalized',
                status: { Ok: null },
              }
            : null,
        ),
      ),
    getSignaturesForAddress: ([at]) =>
      [...sent]
        .filter(([, { accounts }]) => accounts.has(at))
        .map(([signature, { at: blockTime }]) => ({ signature, err: null, memo: null, slot: 1, blockTime })),
    getTransaction: ([signature]) => {
      const found = sent.get(signature);
      return found
        ? { slot: 1, blockTime: found.at, transaction: [found.text, 'base64'], meta: null, version: 0 }
        : null;
    },
  };
  const server = createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const { id, method, params = [] } = JSON.parse(Buffer.concat(chunks).toString());
      let said;
      try {
        if (!methods[method]) throw new Error(`${method} is not there`);
        said = { result: methods[method](params) };
      } catch (error) {
        said = { error: { code: -32002, message: String(error.message ?? error) } };
      }
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ jsonrpc: '2.0', id, ...said }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    facilitator,
    open,
    /** Creates an account with the given amount of USDC. */
    fund: async (amount) => {
      const signer = await generateKeyPairSigner(true);
      await open(signer.address, amount);
      return signer;
    },
    balance: async (owner) => {
      const account = svm.getAccount(await accountOf(owner));
      return account.exists ? Buffer.from(account.data).readBigUInt64LE(64) : 0n;
    },
    stop: () => server.close(),
  };
}
