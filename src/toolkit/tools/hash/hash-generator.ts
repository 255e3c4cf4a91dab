import { createHash } from 'node:crypto';
import { input, output, tool } from '../../tool.ts';

const names = [
  'md5',
  'sha1',
  'sha224',
  'sha256',
  'sha384',
  'sha512',
  'sha512-256',
  'sha3-256',
  'sha3-384',
  'sha3-512',
  'blake2b512',
  'blake2s256',
  'ripemd160',
  'sm3',
] as const;

export default tool({
  title: 'Hash generator',
  summary: 'Hash text with any common algorithm, or with all at once',
  keywords: 'digest checksum md5 sha',
  input: {
    text: input.text('Text', 'hello'),
    algorithm: input.choice('Algorithm', ['all', ...names], 'sha256'),
    encoding: input.choice('Text is', ['text', 'hex', 'base64'], 'text'),
  },
  output: {
    algorithm: output.text('Algorithm'),
    hex: output.code('Hex'),
    base64: output.code('Base64'),
    hashes: output.table('Hashes', { algorithm: output.text('Algorithm'), hex: output.code('Hex') }),
  },
  sample: {
    algorithm: 'sha256',
    hex: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
    base64: 'LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=',
    hashes: [
      { algorithm: 'sha256', hex: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824' },
    ],
  },
  run: ({ text, algorithm, encoding }) => {
    const bytes = Buffer.from(text, encoding === 'text' ? 'utf8' : encoding);
    const wanted = algorithm === 'all' ? names : ([algorithm] as const);
    const hashes = wanted.map((name) => ({
      algorithm: name,
      hex: createHash(name).update(bytes).digest('hex'),
    }));
    const [first] = hashes;
    const hex = first?.hex ?? '';
    return {
      algorithm: first?.algorithm ?? '',
      hex,
      base64: Buffer.from(hex, 'hex').toString('base64'),
      hashes,
    };
  },
});
