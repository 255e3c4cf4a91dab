// Buys a call, checks what the seller signed, and reads the call again without paying: all with the unmodified published
// client and its extensions.
import { x402Client, wrapFetchWithPayment } from '@x402/fetch';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { ExactSvmScheme } from '@x402/svm/exact/client';
import {
  decodeSignedOffers,
  extractOffersFromPaymentRequired,
  extractReceiptFromResponse,
  verifyOfferSignatureJWS,
  verifyReceiptMatchesOffer,
  verifyReceiptSignatureJWS,
} from '@x402/extensions/offer-receipt';
import { createSIWxClientExtension } from '@x402/extensions/sign-in-with-x';

const solanaNetwork = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';

export async function buyAgain({ base, solana }, { network, url, other, funds = '1000000' }) {
  const wallet =
    network === 'base' ? (await base.fund(BigInt(funds))).account : await solana.fund(BigInt(funds));
  const left = async () => String(await (network === 'base' ? base : solana).balance(wallet.address));
  const [first, second] = [await visit(url), await visit(url)];
  const leftAfter = await left();
  const changed = await visit(other);
  return { first, second, changed, left: [leftAfter, await left()] };

  /** One purchase by a client that remembers nothing of others. */
  async function visit(address) {
    let quote;
    const sent = [];
    const watched = async (input, init) => {
      const request = new Request(input, init);
      for (const name of ['payment-signature', 'sign-in-with-x'])
        if (request.headers.has(name)) sent.push(name);
      const response = await fetch(request);
      if (response.status === 402)
        quote = JSON.parse(Buffer.from(response.headers.get('payment-required'), 'base64').toString());
      return response;
    };
    const client = new x402Client().registerExtension(createSIWxClientExtension({ signers: [wallet] }));
    if (network === 'base') client.register('eip155:8453', new ExactEvmScheme(wallet));
    else client.register(solanaNetwork, new ExactSvmScheme(wallet, { rpcUrl: solana.url }));
    const response = await wrapFetchWithPayment(watched, client)(address);
    return {
      status: response.status,
      sent,
      body: await response.text(),
      signed: await check(quote, response),
    };
  }

  /** Verifies offers and receipt with the key that the seller publishes. */
  async function check(quote, response) {
    const offers = extractOffersFromPaymentRequired(quote);
    for (const offer of offers) await verifyOfferSignatureJWS(offer);
    const receipt = extractReceiptFromResponse(response);
    if (receipt) await verifyReceiptSignatureJWS(receipt);
    const fits =
      receipt &&
      decodeSignedOffers(offers).some((offer) => verifyReceiptMatchesOffer(receipt, offer, [wallet.address]));
    return { offers: offers.length, receipt: Boolean(receipt), fits: Boolean(fits) };
  }
}
