// Base as a local chain: anvil with a token at the address of USDC.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import solc from 'solc';
import {
  createPublicClient,
  createTestClient,
  createWalletClient,
  http,
  nonceManager,
  parseAbi,
  publicActions,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { base } from 'viem/chains';

export const usdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const abi = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function mint(address to, uint256 value)',
  'function burn(address from)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
]);
const types = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
};

export async function startBase(port) {
  const require = createRequire(import.meta.url);
  const folder = dirname(
    require.resolve(`@foundry-rs/anvil-linux-${process.arch === 'x64' ? 'amd64' : 'arm64'}/package.json`),
  );
  const anvil = spawn(join(folder, 'bin/anvil'), ['--chain-id', '8453', '--port', String(port), '--silent'], {
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${port}`;
  const transport = http(url);
  const client = createPublicClient({ chain: base, transport });
  await until(() => client.getBlockNumber());
  const test = createTestClient({ mode: 'anvil', chain: base, transport }).extend(publicActions);
  await test.setCode({ address: usdc, bytecode: tokenCode() });
  // Concurrent payments are sent from one account.
  const facilitator = privateKeyToAccount(generatePrivateKey(), { nonceManager });
  await test.setBalance({ address: facilitator.address, value: 10n ** 20n });
  const wallet = createWalletClient({ account: facilitator, chain: base, transport }).extend(publicActions);
  const accounts = new Map();
  return {
    url,
    wallet,
    facilitator,
    /** Creates an account with the given amount of USDC. */
    fund: async (amount, key = generatePrivateKey()) => {
      const account = privateKeyToAccount(key);
      const hash = await wallet.writeContract({
        address: usdc,
        abi,
        functionName: 'mint',
        args: [account.address, amount],
      });
      await wallet.waitForTransactionReceipt({ hash });
      accounts.set(account.address.toLowerCase(), account);
      return { account, key };
    },
    /** Uses the nonce of a payment for another payee, as only its payer can. */
    outrun: async (authorization) => {
      const message = { ...authorization, to: wallet.account.address };
      for (const name of ['value', 'validAfter', 'validBefore']) message[name] = BigInt(message[name]);
      const domain = { name: 'USD Coin', version: '2', chainId: 8453, verifyingContract: usdc };
      const account = accounts.get(message.from.toLowerCase());
      const signed = { domain, types, primaryType: 'TransferWithAuthorization', message };
      const { from, to, value, validAfter, validBefore, nonce } = message;
      const hash = await wallet.writeContract({
        address: usdc,
        abi,
        functionName: 'transferWithAuthorization',
        args: [from, to, value, validAfter, validBefore, nonce, await account.signTypedData(signed)],
      });
      await wallet.waitForTransactionReceipt({ hash });
    },
    /** Burns the whole balance of an account. */
    drain: async (address) => {
      const hash = await wallet.writeContract({ address: usdc, abi, functionName: 'burn', args: [address] });
      await wallet.waitForTransactionReceipt({ hash });
    },
    balance: (address) =>
      client.readContract({ address: usdc, abi, functionName: 'balanceOf', args: [address] }),
    stop: () => anvil.kill(),
  };
}

function tokenCode() {
  const content = readFileSync(join(import.meta.dirname, 'Token.sol'), 'utf8');
  const input = {
    language: 'Solidity',
    sources: { 'Token.sol': { content } },
    settings: {
      optimizer: { enabled: true },
      viaIR: true,
      outputSelection: { '*': { '*': ['evm.deployedBytecode.object'] } },
    },
  };
  const output = JSON.parse(solc.compile(JSON.stringify(input)));
  const failed = output.errors?.find(({ severity }) => severity === 'error');
  if (failed) throw new Error(failed.formattedMessage);
  return `0x${output.contracts['Token.sol'].Token.evm.deployedBytecode.object}`;
}

async function until(work) {
  for (let tries = 0; ; tries += 1)
    try {
      return await work();
    } catch (error) {
      if (tries === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
}
