const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Encodes bytes as Solana and Bitcoin keys are written. */
export function base58(bytes: Uint8Array): string {
  const zeros = bytes.findIndex((byte) => byte !== 0);
  let number = BigInt(`0x0${Buffer.from(bytes).toString('hex')}`);
  let text = '';
  for (; number > 0n; number /= 58n) text = (alphabet[Number(number % 58n)] ?? '') + text;
  return '1'.repeat(zeros < 0 ? bytes.length : zeros) + text;
}
