import { input, output, tool } from '../../tool.ts';

const kinds: readonly (readonly [RegExp, string])[] = [
  [/^\$argon2(?:id|i|d)\$/, 'Argon2'], [/^\$2[abxy]\$\d\d\$/, 'bcrypt'], [/^\$6\$/, 'SHA-512 crypt'], [/^\$5\$/, 'SHA-256 crypt'],
  [/^\$1\$/, 'MD5 crypt'], [/^\$y\$/, 'yescrypt'], [/^pbkdf2_sha256\$/, 'Django PBKDF2'], [/^\$P\$|^\$H\$/, 'phpass'], [/^\{SSHA\}/, 'LDAP salted SHA-1'],
  [/^\*[0-9a-f]{40}$/i, 'MySQL 4.1'], [/^[0-9a-f]{8}$/i, 'CRC-32, Adler-32 or FNV-1a 32'], [/^[0-9a-f]{16}$/i, 'xxHash64 or FNV-1a 64'],
  [/^[0-9a-f]{32}$/i, 'MD5, MD4, NTLM or XXH128'], [/^[0-9a-f]{40}$/i, 'SHA-1 or RIPEMD-160'], [/^[0-9a-f]{56}$/i, 'SHA-224 or SHA3-224'],
  [/^[0-9a-f]{64}$/i, 'SHA-256, SHA3-256, BLAKE2s, BLAKE3 or SM3'], [/^[0-9a-f]{96}$/i, 'SHA-384 or SHA3-384'],
  [/^[0-9a-f]{128}$/i, 'SHA-512, SHA3-512, BLAKE2b or Whirlpool'],
]; // prettier-ignore

export default tool({
  title: 'Hash identifier',
  summary: 'Identify the possible algorithms of a hash by its format',
  keywords: 'analyze detect',
  secret: true,
  input: { hash: input.line('Hash', '5d41402abc4b2a76b9719d911017c592', { max: 1000 }) },
  output: { kinds: output.list('May be'), length: output.integer('Characters') },
  sample: { kinds: ['MD5, MD4, NTLM or XXH128'], length: 32 },
  run: ({ hash }) => ({
    kinds: kinds.filter(([pattern]) => pattern.test(hash.trim())).map(([, name]) => name),
    length: hash.trim().length,
  }),
});
