// Buys a call with the published client and the wallet whose private key is in X402_PAYER_KEY. Prints the
// settlement and the response as JSON. Arguments: URL, method, body, maximum in USDC.
import { readFileSync } from 'node:fs';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { x402Client, wrapFetchWithPayment } from '@x402/fetch';
import { ExactSvmScheme } from '@x402/svm/exact/client';
import { createKeyPairSignerFromBytes, getBase58Encoder } from '@solana/kit';
import { privateKeyToAccount } from 'viem/accounts';

const [url, method, body, most] = process.argv.slice(2);
const key = (process.env.X402_PAYER_KEY ?? readFileSync(0, 'utf8')).trim();

const client = new x402Client();
client.setSpendControls({ maxAmountPerPayment: Number(most) });
if (/^0x[0-9a-f]{64}$/i.test(key)) client.register('eip155:*', new ExactEvmScheme(privateKeyToAccount(key)));
else {
  const bytes = key.startsWith('[') ? Uint8Array.from(JSON.parse(key)) : getBase58Encoder().encode(key);
  const signer = await createKeyPairSignerFromBytes(bytes);
  const rpcUrl = process.env.X402_SOLANA_RPC_URL;
  client.register('solana:*', new ExactSvmScheme(signer, rpcUrl ? { rpcUrl } : {}));
}

const response = await wrapFetchWithPayment(fetch, client)(url, {
  method,
  ...(body && { body, headers: { 'content-type': 'application/json' } }),
});
const settlement = response.headers.get('payment-response');
process.stdout.write(
  JSON.stringify({
    status: response.status,
    settlement: settlement ? JSON.parse(Buffer.from(settlement, 'base64').toString()) : null,
    body: await response.text(),
  }),
);
