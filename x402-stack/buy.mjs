// Buys a call with an unmodified published client.
import { x402Client, wrapFetchWithPayment as wrapVersion2 } from '@x402/fetch';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { ExactSvmScheme } from '@x402/svm/exact/client';
import { createSigner, wrapFetchWithPayment as wrapVersion1 } from 'x402-fetch';

const solanaNetwork = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';

/**
 * Funds a wallet, buys a call, and returns the response, the payment and the remaining balance. `changes`
 * modify the offers shown to the client, so that it signs different ones.
 */
export async function buy(
  chains,
  { version, network, url, method = 'GET', body, funds = '1000000', headers, changes },
) {
  const wallet = await walletOf(chains, network, BigInt(funds));
  let payment;
  const watched = async (input, init) => {
    const request = new Request(input, init);
    for (const name of ['payment-signature', 'x-payment'])
      if (request.headers.has(name)) payment = { [name]: request.headers.get(name) };
    const response = await fetch(request);
    return changes && response.status === 402 && !payment ? changed(response, changes) : response;
  };
  const paying =
    version === 1
      ? await version1(chains, network, wallet, watched, BigInt(funds))
      : version2(chains, network, wallet, watched, BigInt(funds));
  const response = await paying(url, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
    payment,
    left: String(
      await (network === 'base'
        ? chains.base.balance(wallet.address)
        : chains.solana.balance(wallet.address)),
    ),
  };
}

async function changed(response, changes) {
  const name = 'payment-required';
  const change = (quote) =>
    JSON.stringify({ ...quote, accepts: quote.accepts.map((offer) => ({ ...offer, ...changes })) });
  const headers = new Headers(response.headers);
  const version2 = JSON.parse(Buffer.from(headers.get(name), 'base64').toString());
  headers.set(name, Buffer.from(change(version2)).toString('base64'));
  headers.delete('content-length');
  return new Response(change(await response.json()), { status: 402, headers });
}

async function walletOf({ base, solana }, network, funds) {
  if (network === 'solana') {
    const signer = await solana.fund(funds);
    return { address: signer.address, signer };
  }
  const { account, key } = await base.fund(funds);
  return { address: account.address, account, key };
}

/** Clients pay at most a dollar by default. */
function version2({ solana }, network, wallet, fetch, most) {
  const client = new x402Client();
  if (most > 1_000_000n) client.setSpendControls({ maxAmountPerPayment: Number(most) / 1_000_000 });
  if (network === 'base') client.register('eip155:8453', new ExactEvmScheme(wallet.account));
  else client.register(solanaNetwork, new ExactSvmScheme(wallet.signer, { rpcUrl: solana.url }));
  return wrapVersion2(fetch, client);
}

async function version1({ solana }, network, wallet, fetch, funds) {
  const most = funds > 1_000_000n ? funds : undefined;
  if (network === 'base') return wrapVersion1(fetch, await createSigner('base', wallet.key), most);
  return wrapVersion1(fetch, wallet.signer, most, undefined, { svmConfig: { rpcUrl: solana.url } });
}
