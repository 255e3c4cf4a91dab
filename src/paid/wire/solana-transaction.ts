import { hash } from 'node:crypto';

/** A payer's signed Solana transaction. */
interface SolanaTransaction {
  /** SHA-256 of the signed message, which does not depend on further signatures. */
  messageHash: Buffer;
  feePayer: string;
  /** Texts of memo instructions. */
  memos: string[];
  transfers: { amount: bigint; mint: string; payer: string }[];
}

const memoProgram = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';
const tokenPrograms = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
];
const transferChecked = 12;

/** Parses a legacy or version 0 transaction. Throws a `RangeError` if it is invalid. */
export function parseSolanaTransaction(bytes: Buffer): SolanaTransaction {
  const reader = new Reader(bytes);
  reader.bytes(64 * reader.length());
  const message = bytes.subarray(reader.offset);
  if (((message[0] ?? 0) & 0x80) !== 0 && reader.byte() !== 0x80) throw new RangeError('Unknown version');
  reader.bytes(3);
  const accounts = reader.list(() => base58(reader.bytes(32)));
  reader.bytes(32);
  const account = (index: number | undefined) => accounts[index ?? -1] ?? '';
  const instructions = reader.list(() => ({
    program: account(reader.byte()),
    accounts: reader.list(() => account(reader.byte())),
    data: reader.bytes(reader.length()),
  }));
  const isTransfer = ({ program, data }: { program: string; data: Buffer }) =>
    tokenPrograms.includes(program) && data[0] === transferChecked && data.length === 10;
  return {
    messageHash: hash('sha256', message, 'buffer'),
    feePayer: account(0),
    memos: instructions
      .filter(({ program }) => program === memoProgram)
      .map(({ data }) => data.toString('utf8')),
    transfers: instructions.filter(isTransfer).map(({ accounts: [, mint = '', , payer = ''], data }) => ({
      amount: data.readBigUInt64LE(1),
      mint,
      payer,
    })),
  };
}

class Reader {
  offset = 0;
  readonly #from: Buffer;

  constructor(from: Buffer) {
    this.#from = from;
  }

  byte(): number {
    return this.bytes(1).readUInt8();
  }

  bytes(count: number): Buffer {
    const end = this.offset + count;
    if (end > this.#from.length) throw new RangeError('The transaction is truncated');
    const read = this.#from.subarray(this.offset, end);
    this.offset = end;
    return read;
  }

  /** Seven bits per byte, at most three bytes. */
  length(): number {
    let value = 0;
    for (let shift = 0; shift < 21; shift += 7) {
      const byte = this.byte();
      value |= (byte & 0x7f) << shift;
      if ((byte & 0x80) === 0) return value;
    }
    throw new RangeError('A length is too long');
  }

  list<T>(each: () => T): T[] {
    return Array.from({ length: this.length() }, each);
  }
}

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Encodes bytes as Solana and Bitcoin keys are written. */
export function base58(bytes: Uint8Array): string {
  const zeros = bytes.findIndex((byte) => byte !== 0);
  let number = BigInt(`0x0${Buffer.from(bytes).toString('hex')}`);
  let text = '';
  for (; number > 0n; number /= 58n) text = (alphabet[Number(number % 58n)] ?? '') + text;
  return '1'.repeat(zeros < 0 ? bytes.length : zeros) + text;
}

/** Decodes base58, or returns undefined for other text. */
export function fromBase58(text: string): Buffer | undefined {
  if (text.length > 100) return undefined;
  let number = 0n;
  for (const letter of text) {
    const digit = alphabet.indexOf(letter);
    if (digit < 0) return undefined;
    number = number * 58n + BigInt(digit);
  }
  const hex = number === 0n ? '' : number.toString(16);
  const zeros = /^1*/.exec(text)?.[0].length ?? 0;
  return Buffer.concat([Buffer.alloc(zeros), Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex')]);
}
