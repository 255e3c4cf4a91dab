import assert from 'node:assert/strict';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { payOnBase, quoteOf } from '../../../test/paid/payments.ts';
import { charges, type Shop, testShop } from '../../../test/paid/shop.ts';
import { minutes } from '../../kernel/time.ts';

type Message = Record<string, unknown>;

const keysOf = (seed: number) => {
  const secret = new Uint8Array(32).fill(seed);
  const hash = keccak_256(secp256k1.getPublicKey(secret, false).subarray(1));
  return { secret, address: `0x${Buffer.from(hash.subarray(12)).toString('hex')}` };
};
const buyer = keysOf(7);
const thief = keysOf(8);

/** Signs as wallets do (EIP-191, EIP-4361). */
function sign(message: Message, { secret } = buyer): string {
  const text = [
    `${String(message.domain)} wants you to sign in with your Ethereum account:`,
    ...[message.address, '', message.statement, '', `URI: ${String(message.uri)}`],
    ...[`Version: ${String(message.version)}`, `Chain ID: ${String(message.chainId).slice(7)}`],
    ...[`Nonce: ${String(message.nonce)}`, `Issued At: ${String(message.issuedAt)}`],
    ...(typeof message.expirationTime === 'string' ? [`Expiration Time: ${message.expirationTime}`] : []),
    ...(typeof message.notBefore === 'string' ? [`Not Before: ${message.notBefore}`] : []),
    ...['Resources:', ...(message.resources as string[]).map((each) => `- ${each}`)],
  ].join('\n');
  const digest = keccak_256(
    Buffer.from(`\x19Ethereum Signed Message:\n${Buffer.byteLength(text)}${text}`, 'latin1'),
  );
  const [recovery = 0, ...rest] = secp256k1.sign(digest, secret, { prehash: false, format: 'recovered' });
  return `0x${Buffer.from([...rest, 27 + recovery]).toString('hex')}`;
}

const url = '/api/echo?text=hello';

async function askFor({ ask }: Shop, path = url): Promise<Message> {
  const { extensions } = quoteOf(await ask(path));
  const { info } = extensions['sign-in-with-x'] as { info: Message };
  return { ...info, address: buyer.address, chainId: 'eip155:8453', type: 'eip191' };
}

const send = (shop: Shop, message: Message, path = url) =>
  shop.ask(path, { 'sign-in-with-x': Buffer.from(JSON.stringify(message)).toString('base64') });

async function buy(shop: Shop, path = url) {
  const quote = await shop.ask(path);
  return shop.ask(path, payOnBase(quote, shop.app.clock.now(), { signed: { from: buyer.address } }));
}

const extended = { X402_EXTENDED_QUOTES: true };

testShop(
  'whoever paid reads again, as long as the response is stored',
  async (shop) => {
    const bought = await buy(shop);
    assert.equal(bought.statusCode, 200, bought.body);
    const before = charges(shop);
    const message = await askFor(shop);
    for (let times = 0; times < 2; times += 1) {
      const again = await send(shop, { ...message, signature: sign(message) });
      assert.deepEqual([again.statusCode, again.body], [200, bought.body]);
      assert.equal(again.headers['payment-response'], undefined);
    }
    assert.deepEqual(charges(shop), before, 'nothing was charged');
    assert.equal(shop.answered.length, 1, 'nor done again');
    await shop.app.db.deleteFrom('paid.response').execute();
    assert.equal((await send(shop, { ...message, signature: sign(message) })).statusCode, 402);
  },
  extended,
);

const now = (shop: Shop, offset: number) => new Date(shop.app.clock.now().getTime() + offset).toISOString();

/** Each is signed by the buyer, who has paid, unless it says otherwise. */
const refused: [what: string, forge: (message: Message, shop: Shop) => Message | Promise<Message>][] = [
  ['signed by somebody else', (message) => ({ ...message, signature: sign(message, thief) })],
  [
    'of somebody else',
    (message) => {
      const theirs = { ...message, address: thief.address };
      return { ...theirs, signature: sign(theirs, thief) };
    },
  ],
  [
    'with the address of the buyer after signing',
    (message) => {
      const theirs = { ...message, address: thief.address };
      return { ...message, signature: sign(theirs, thief) };
    },
  ],
  ['without a signature', (message) => message],
  ['with zeros as signature', (message) => ({ ...message, signature: `0x${'00'.repeat(65)}` })],
  ['with text as signature', (message) => ({ ...message, signature: 'x'.repeat(3000) })],
  ['for another site', (message) => ({ ...message, domain: 'evil.example' })],
  ['for another address', (message) => ({ ...message, uri: 'http://plaza.test/api/other' })],
  ['of another chain', (message) => ({ ...message, chainId: 'eip155:1' })],
  ['of Solana', (message) => ({ ...message, chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' })],
  ['with a nonce of its own', (message) => ({ ...message, nonce: 'a'.repeat(45) })],
  ['with another statement', (message) => ({ ...message, statement: 'Pay' })],
  ['with a line break', (message) => ({ ...message, issuedAt: `${String(message.issuedAt)}\nResources:` })],
  ['that has expired', (message, shop) => ({ ...message, expirationTime: now(shop, -1) })],
  ['that is not valid yet', (message, shop) => ({ ...message, notBefore: now(shop, minutes(1)) })],
  ['of tomorrow', (message, shop) => ({ ...message, issuedAt: now(shop, minutes(1440)) })],
  ['of no time', (message) => ({ ...message, issuedAt: 'soon' })],
  ['for another call', (_message, shop) => askFor(shop, '/api/echo?text=other')],
  ['with fields that are no text', (message) => ({ ...message, address: [buyer.address] })],
];

testShop(
  'nobody else reads what was bought',
  async (shop) => {
    await buy(shop);
    const message = await askFor(shop);
    const right = await send(shop, { ...message, signature: sign(message) });
    assert.equal(right.statusCode, 200);
    for (const [what, forge] of refused) {
      const forged = await forge(message, shop);
      const isSigned = forged.signature !== undefined || what.startsWith('without');
      const answer = await send(shop, isSigned ? forged : { ...forged, signature: sign(forged) });
      assert.equal(answer.statusCode, 402, what);
    }
    for (const header of ['', '=', 'bm90IGpzb24=', 'W10=', 'A'.repeat(9000)])
      assert.equal((await shop.ask(url, { 'sign-in-with-x': header })).statusCode, 402, header.slice(0, 20));
    shop.app.clock.turn(minutes(6));
    assert.equal((await send(shop, { ...message, signature: sign(message) })).statusCode, 402, 'late');
  },
  extended,
);

testShop(
  'a payment that was not settled buys nothing to read',
  async (shop) => {
    await buy(shop);
    for (const state of ['settling', 'unknown', 'refused', 'claimed']) {
      await shop.app.db
        .updateTable('paid.payment')
        .set({ state, settled_at: null, transaction: null })
        .execute();
      const message = await askFor(shop);
      assert.equal((await send(shop, { ...message, signature: sign(message) })).statusCode, 402, state);
    }
  },
  extended,
);

testShop('quotes are short unless the operator wants more', async (shop) => {
  const { extensions } = quoteOf(await shop.ask(url));
  assert.deepEqual(Object.keys(extensions).toSorted(), ['bazaar', 'payment-identifier']);
});
