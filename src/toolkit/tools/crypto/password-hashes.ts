import { randomBytes, scryptSync, pbkdf2Sync, hkdfSync } from 'node:crypto';
import { invalid } from '../../../kernel/problem.ts';
import { input, output, tool } from '../../tool.ts';

export default [
  tool({
    slug: 'bcrypt-generator',
    title: 'Bcrypt generator',
    summary: 'Hash a password with bcrypt',
    keywords: 'password hash',
    secret: true,
    isolated: true,
    input: {
      password: input.line('Password', 'correct horse', { min: 1, max: 72 }),
      cost: input.optional(input.integer('Cost', 10, 4, 12)),
    },
    output: { hash: output.code('Hash') },
    run: async ({ password, cost }) => {
      if (Buffer.byteLength(password) > 72) throw invalid('password', 'Bcrypt reads 72 bytes at most');
      const { bcrypt } = await import('hash-wasm');
      return {
        hash: await bcrypt({ password, salt: randomBytes(16), costFactor: cost, outputType: 'encoded' }),
      };
    },
  }),
  tool({
    slug: 'argon2-generator',
    title: 'Argon2 generator',
    summary: 'Hash a password with Argon2id, Argon2i or Argon2d',
    keywords: 'password hash',
    secret: true,
    isolated: true,
    input: {
      password: input.line('Password', 'correct horse battery staple', { min: 1, max: 1000 }),
      variant: input.choice('Variant', ['argon2id', 'argon2i', 'argon2d'], 'argon2id'),
      memory: input.optional(input.integer('Memory in KiB', 19_456, 8, 65_536)),
      iterations: input.optional(input.integer('Iterations', 2, 1, 5)),
      salt: input.line('Salt, empty: random', '', { max: 64 }),
    },
    output: { hash: output.code('Hash') },
    run: async ({ password, variant, memory, iterations, salt }) => {
      if (salt !== '' && Buffer.byteLength(salt) < 8) throw invalid('salt', 'A salt has at least 8 bytes');
      const hashes = await import('hash-wasm');
      const options = {
        password,
        salt: salt === '' ? randomBytes(16) : Buffer.from(salt),
        parallelism: 1,
        iterations,
        memorySize: memory,
        hashLength: 32,
        outputType: 'encoded',
      } as const;
      return { hash: await hashes[variant](options) };
    },
  }),
  tool({
    slug: 'scrypt-generator',
    title: 'Scrypt generator',
    summary: 'Derive a key from a password with scrypt',
    secret: true,
    isolated: true,
    input: {
      password: input.line('Password', 'password'),
      salt: input.line('Salt', 'NaCl'),
      cost: input.optional(
        input.choice('Cost (N)', ['1024', '2048', '4096', '8192', '16384'], '1024'),
        '16384',
      ),
      blockSize: input.optional(input.integer('Block size (r)', 8, 1, 16)),
      parallel: input.optional(input.integer('Parallel (p)', 16, 1, 16), 1),
      length: input.optional(input.integer('Bytes', 64, 1, 256)),
    },
    output: { hex: output.code('Hex') },
    sample: {
      hex: 'fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640',
    },
    run: ({ password, salt, cost, blockSize, parallel, length }) => ({
      hex: scryptSync(password, salt, length, {
        N: Number(cost),
        r: blockSize,
        p: parallel,
        maxmem: 64 * 1024 * 1024,
      }).toString('hex'),
    }),
  }),
  tool({
    slug: 'pbkdf2-generator',
    title: 'PBKDF2 generator',
    summary: 'Derive a key from a password with PBKDF2',
    secret: true,
    isolated: true,
    input: {
      password: input.line('Password', 'password'),
      salt: input.line('Salt', 'salt'),
      iterations: input.integer('Iterations', 4096, 1, 1_000_000),
      length: input.integer('Bytes', 20, 1, 256),
      algorithm: input.optional(input.choice('Algorithm', ['sha1', 'sha256', 'sha512'], 'sha1'), 'sha256'),
    },
    output: { hex: output.code('Hex'), base64: output.code('Base64') },
    sample: { hex: '4b007901b765489abead49d926f721d065a429c1', base64: 'SwB5AbdlSJq+rUnZJvch0GWkKcE=' },
    run: ({ password, salt, iterations, length, algorithm }) => {
      const key = pbkdf2Sync(password, salt, iterations, length, algorithm);
      return { hex: key.toString('hex'), base64: key.toString('base64') };
    },
  }),
  tool({
    slug: 'hkdf-generator',
    title: 'HKDF generator',
    summary: 'Derive keys from a secret with HKDF (RFC 5869). All values in hex',
    secret: true,
    input: {
      secret: input.line('Secret in hex', '0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b', { max: 2048 }),
      salt: input.optional(input.line('Salt in hex', '000102030405060708090a0b0c', { max: 2048 }), ''),
      info: input.optional(input.line('Info in hex', 'f0f1f2f3f4f5f6f7f8f9', { max: 2048 }), ''),
      length: input.optional(input.integer('Bytes', 42, 1, 1024), 32),
      algorithm: input.choice('Algorithm', ['sha256', 'sha1', 'sha512'], 'sha256'),
    },
    output: { hex: output.code('Hex') },
    sample: { hex: '3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865' },
    run: ({ secret, salt, info, length, algorithm }) => {
      for (const [field, value] of Object.entries({ secret, salt, info }))
        if (!/^(?:[0-9a-f]{2})*$/i.test(value)) throw invalid(field, 'Send pairs of hex digits');
      const bytes = (hex: string) => Buffer.from(hex, 'hex');
      return {
        hex: Buffer.from(hkdfSync(algorithm, bytes(secret), bytes(salt), bytes(info), length)).toString(
          'hex',
        ),
      };
    },
  }),
  tool({
    slug: 'password-hash-checker',
    title: 'Password hash checker',
    summary: 'Check whether a password matches a bcrypt or Argon2 hash',
    keywords: 'verify',
    secret: true,
    isolated: true,
    input: {
      password: input.line('Password', 'U*U', { min: 1, max: 1000 }),
      hash: input.line('Hash', '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'),
    },
    output: { isMatch: output.flag('Fits') },
    sample: { isMatch: true },
    run: async ({ password, hash }) => {
      const { argon2Verify, bcryptVerify } = await import('hash-wasm');
      const isArgon = hash.startsWith('$argon2');
      const cost = Number(/^\$2[abxy]\$(\d\d)\$/.exec(hash)?.[1] ?? 99);
      const memory = Number(/[$,]m=(\d{1,9})/.exec(hash)?.[1] ?? 0);
      if (!isArgon && cost > 12)
        throw invalid('hash', 'Send a bcrypt hash with a cost of 12 at most, or an Argon2 hash');
      if (isArgon && memory > 65_536) throw invalid('hash', 'An Argon2 hash can use at most 64 MiB');
      try {
        return {
          isMatch: isArgon ? await argon2Verify({ password, hash }) : await bcryptVerify({ password, hash }),
        };
      } catch {
        throw invalid('hash', 'This hash is not complete');
      }
    },
  }),
];
